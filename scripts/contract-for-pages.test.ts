import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitModule } from './contract-for-pages.ts'

const CONTRACT = join(import.meta.dirname, '../contract')

test('endpoints and constants become data, and schemas move to their own module', async () => {
  const path = join(CONTRACT, 'moods.ts')
  const lines = (await splitModule(path)).split('\n')
  const calls = lines.find((line) => line.startsWith('export const moodEndpoints = '))
  expect(JSON.parse(calls?.split(' = ')[1] ?? '')).toMatchObject({
    list: { method: 'GET', path: '/api/moods', who: 'member', paged: true },
    remove: { method: 'DELETE', path: '/api/moods/:id', who: 'member' },
  })
  expect(calls).not.toMatch(/summary|response|body|ownerOnly/)
  expect(lines).toContain('export const LOCK_MINUTES = [1,5,15,60]')
  const rest = lines.find((line) => line.startsWith('export { '))
  expect(rest).toMatch(/\bMoodEntry\b.* from ".*\/contract\/moods\.ts\?schemas"$/)
  expect(rest).not.toMatch(/LOCK_MINUTES|moodEndpoints/)
})

test('functions move with the schemas', async () => {
  const code = await splitModule(join(CONTRACT, 'fields.ts'))
  expect(code).toMatch(/^export \{ .*\brequiredLine\b.* \} from /m)
})
