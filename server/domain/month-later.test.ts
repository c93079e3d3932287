import { expect, test } from 'vitest'
import { monthLater } from './month-later.ts'

test.each([
  ['2026-01-15T10:20:30.400Z', '2026-02-15T10:20:30.400Z'],
  ['2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
  ['2028-01-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
  ['2026-02-28T12:00:00.000Z', '2026-03-28T12:00:00.000Z'],
])('a month after %s is %s', (instant, later) => {
  expect(monthLater(new Date(instant)).toISOString()).toBe(later)
})
