import { expect, test } from 'vitest'
import { createSubmissionKey } from './submission-key.ts'

test('the same content has the same key; other content has another', () => {
  const key = createSubmissionKey()
  const first = key.of({ content: 'Amen.', parentId: 4 })
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(key.of({ content: 'Amen.', parentId: 4 })).toBe(first)
  expect(key.of({ content: 'Amen!', parentId: 4 })).not.toBe(first)
})

test('after renew the same content has a new key', () => {
  const key = createSubmissionKey()
  const first = key.of('Amen.')
  key.renew()
  expect(key.of('Amen.')).not.toBe(first)
})
