import { expect, test } from 'vitest'
import {
  calendarStep,
  dayState,
  dayStateWords,
  firstOfMonth,
} from '#web/features/admin/daily/calendar-days.ts'

const today = '2026-03-10'
const last = '2027-03-11'

test.for([
  ['2026-03-09', ['message', 'reflection'], 'past'],
  ['2027-03-12', [], 'too-far'],
  ['2026-03-10', undefined, 'unknown'],
  ['2026-03-10', [], 'gap'],
  ['2026-03-11', ['reflection'], 'partial'],
  ['2027-03-11', ['message', 'reflection'], 'ready'],
] as const)('%s with %j is %s', ([day, types, state]) => {
  expect(dayState({ day, types, today, last })).toBe(state)
})

test('the label of a day says what it has and what is missing', () => {
  expect(dayStateWords([])).toBe('nothing yet')
  expect(dayStateWords(['message'])).toBe('message, no reflection')
  expect(dayStateWords(['reflection'])).toBe('reflection, no message')
  expect(dayStateWords(['message', 'reflection'])).toBe('message and reflection')
})

// March 31, 2026 is a Tuesday.
test.for([
  ['ArrowLeft', '2026-03-30'],
  ['ArrowRight', '2026-04-01'],
  ['ArrowUp', '2026-03-24'],
  ['ArrowDown', '2026-04-07'],
  ['Home', '2026-03-29'],
  ['End', '2026-04-04'],
  ['PageUp', '2026-02-28'],
  ['PageDown', '2026-04-30'],
  ['Enter', undefined],
] as const)('%s moves from March 31 to %s', ([key, day]) => {
  expect(calendarStep(key, { current: '2026-03-31', firstWeekday: 0 })).toBe(day)
})

test('Home and End stay within a week that begins on Monday', () => {
  const week = { current: '2026-03-31', firstWeekday: 1 }
  expect(calendarStep('Home', week)).toBe('2026-03-30')
  expect(calendarStep('End', week)).toBe('2026-04-05')
})

test('a month opens on today or on its first day', () => {
  expect(firstOfMonth('2026-03', today)).toBe(today)
  expect(firstOfMonth('2026-04', today)).toBe('2026-04-01')
})
