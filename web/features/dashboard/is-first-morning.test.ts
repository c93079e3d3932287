import { expect, test } from 'vitest'
import { isFirstMorning } from './is-first-morning.ts'

test.each([
  ['2026-03-05T08:00:00.000Z', true],
  ['2026-03-04T08:00:01.000Z', true],
  ['2026-03-04T08:00:00.000Z', false],
  ['2026-01-01T08:00:00.000Z', false],
])('who joined at %s has their first morning: %s', (createdAt, isFirst) => {
  expect(isFirstMorning(createdAt, new Date('2026-03-05T08:00:00.000Z'))).toBe(isFirst)
})
