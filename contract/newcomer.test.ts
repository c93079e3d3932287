import { expect, test } from 'vitest'
import { isNewcomer } from './newcomer.ts'

test.each([
  ['2026-03-05T08:00:00.000Z', true],
  ['2026-02-26T08:00:01.000Z', true],
  ['2026-02-26T08:00:00.000Z', false],
  ['2026-01-01T08:00:00.000Z', false],
])('a member who joined at %s is a newcomer: %s', (createdAt, isNew) => {
  expect(isNewcomer(createdAt, new Date('2026-03-05T08:00:00.000Z'))).toBe(isNew)
})
