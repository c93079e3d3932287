import { expect, test } from 'vitest'
import type { Changes } from '#server/db/changes.ts'
import { createResponseCache } from './response-cache.ts'

const unchanging: Changes = {
  announce: () => {},
  version: () => 0,
  moment: () => 0,
  hasChanged: () => false,
  listen: () => () => false,
  close: async () => {},
}

test('a cached answer keeps no more memory than its bytes', async () => {
  const responses = createResponseCache(unchanging)
  const source = { key: 'a /api/tags', topics: ['tags'] as const, memberId: undefined }
  const small = Buffer.from('["bread"]')
  expect(small.buffer.byteLength).toBeGreaterThan(small.length)
  const answer = { body: small, type: 'application/json', etag: undefined, total: 1, storyIds: [] }
  await responses.get(source, async () => answer)
  const kept = responses.peek(source)?.body
  expect(kept?.toString()).toBe('["bread"]')
  expect(kept?.buffer.byteLength).toBe(small.length)
})
