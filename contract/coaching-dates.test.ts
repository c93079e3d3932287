import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coachingDays, secondThursdays } from './coaching-dates.ts'
import { weekdayOf } from './logical-date.ts'

test('second Thursdays continue into the next year', () => {
  expect(secondThursdays('2026-11-12', 4)).toEqual([
    '2026-11-12',
    '2026-12-10',
    '2027-01-14',
    '2027-02-11',
  ])
})

test('a month whose second Thursday has passed is skipped', () => {
  expect(secondThursdays('2026-11-13', 1)).toEqual(['2026-12-10'])
})

test('in a month that begins on a Thursday, the second one is the 8th', () => {
  expect(secondThursdays('2026-10-01', 1)).toEqual(['2026-10-08'])
})

const SPAN = { from: '2026-11-13', to: '2027-02-28' }

test('a canceled session is left out, and a rescheduled one is on its new day', () => {
  const exceptions = [
    { date: '2026-12-10', movedTo: null },
    { date: '2027-01-14', movedTo: '2027-01-13' },
  ]
  expect(coachingDays({ exceptions }, SPAN)).toEqual([
    { original: '2027-01-14', date: '2027-01-13' },
    { original: '2027-02-11', date: '2027-02-11' },
  ])
})

test('a past session that is moved into the future is included', () => {
  const exceptions = [{ date: '2026-11-12', movedTo: '2026-11-19' }]
  expect(coachingDays({ exceptions }, SPAN)[0]).toEqual({
    original: '2026-11-12',
    date: '2026-11-19',
  })
})

test('sessions are in the order in which they are held', () => {
  const exceptions = [{ date: '2026-12-10', movedTo: '2027-01-20' }]
  expect(coachingDays({ exceptions }, SPAN).map(({ date }) => date)).toEqual([
    '2027-01-14',
    '2027-01-20',
    '2027-02-11',
  ])
})

test('the first of two exceptions for a day applies, and one for a day without a session is ignored', () => {
  const exceptions = [
    { date: '2026-12-10', movedTo: '2026-12-11' },
    { date: '2026-12-10', movedTo: null },
    { date: '2026-12-24', movedTo: '2026-12-25' },
  ]
  const days = coachingDays({ exceptions }, { from: '2026-12-01', to: '2026-12-31' })
  expect(days).toEqual([{ original: '2026-12-10', date: '2026-12-11' }])
})

test('without exceptions, every month has one session, on a Thursday from the 8th to the 14th', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 1, max: 12 }), (y, m) => {
      const month = `${y}-${String(m).padStart(2, '0')}`
      const days = coachingDays({ exceptions: [] }, { from: `${month}-01`, to: `${month}-28` })
      expect(days).toHaveLength(1)
      const day = days[0]?.date ?? ''
      expect(weekdayOf(day)).toBe(4)
      expect(Number(day.slice(8))).toBeGreaterThanOrEqual(8)
      expect(Number(day.slice(8))).toBeLessThanOrEqual(14)
    }),
  )
})
