import { expect, test } from 'vitest'
import { createSubmissionKey } from './submission-key.ts'

test('a second try has the key of the first; other words have their own', () => {
  const key = createSubmissionKey()
  const first = key.of({ content: 'Amen.', parentId: 4 })
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(key.of({ content: 'Amen.', parentId: 4 })).toBe(first)
  expect(key.of({ content: 'Amen!', parentId: 4 })).not.toBe(first)
})

test('after a success the same words are said anew', () => {
  const key = createSubmissionKey()
  const first = key.of('Amen.')
  key.renew()
  expect(key.of('Amen.')).not.toBe(first)
})
