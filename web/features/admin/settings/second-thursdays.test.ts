import { expect, test } from 'vitest'
import { secondThursdays } from '#web/features/admin/settings/second-thursdays.ts'

test('second Thursdays follow each other over the end of the year', () => {
  expect(secondThursdays('2026-11-12', 4)).toEqual([
    '2026-11-12',
    '2026-12-10',
    '2027-01-14',
    '2027-02-11',
  ])
})

test('a month whose second Thursday has passed is left out', () => {
  expect(secondThursdays('2026-11-13', 1)).toEqual(['2026-12-10'])
})

test('a month that begins with a Thursday has its second one on the 8th', () => {
  expect(secondThursdays('2026-10-01', 1)).toEqual(['2026-10-08'])
})
