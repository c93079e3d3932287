import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/logical-date.ts'
import { presentSystemActions, presentWeek } from './present.ts'

/** A Wednesday; the week that ends on it begins on Thursday the 7th. */
const TODAY = '2026-05-13'

function week(given: {
  /** Days with at least one tick, as the number of days ago. */
  ticked?: number[]
  rest?: number[]
  joinedOn?: string
}) {
  return presentWeek({
    today: TODAY,
    joinedOn: given.joinedOn ?? '2025-01-01',
    restWeekdays: given.rest ?? [],
    tickedDays: (given.ticked ?? []).map((ago) => ({
      day: addDays(TODAY, -ago),
      completedCount: 2,
      isFinishedLater: ago === 1,
    })),
    mayFinishYesterday: true,
  })
}

test('a week is the seven days that end today, oldest first', () => {
  const { days, today } = week({ ticked: [0, 1], rest: [0] })
  expect(today).toBe('2026-05-13')
  const empty = { completedCount: 0, isRest: false, isFinishedLater: false }
  expect(days).toEqual([
    { ...empty, date: '2026-05-07' },
    { ...empty, date: '2026-05-08' },
    { ...empty, date: '2026-05-09' },
    { ...empty, date: '2026-05-10', isRest: true },
    { ...empty, date: '2026-05-11' },
    { date: '2026-05-12', completedCount: 2, isRest: false, isFinishedLater: true },
    { date: '2026-05-13', completedCount: 2, isRest: false, isFinishedLater: false },
  ])
})

test.for([
  ['nothing was ticked', {}, 6, false],
  ['everything was ticked', { ticked: [0, 1, 2, 3, 4, 5, 6] }, 0, true],
  ['today is still open', { ticked: [1, 2, 3, 4, 5, 6] }, 0, true],
  ['two days were missed', { ticked: [1, 2, 3, 4] }, 2, true],
  ['three days were missed', { ticked: [1, 2, 3] }, 3, false],
  ['a rest day was missed', { ticked: [1, 2], rest: [6, 0] }, 2, true],
  ['something was ticked on a rest day', { ticked: [1, 2, 3, 4], rest: [0] }, 2, true],
  ['the member joined three days ago', { joinedOn: '2026-05-10' }, 3, false],
  ['the member joined yesterday', { joinedOn: '2026-05-12' }, 1, false],
  ['the member joined today', { joinedOn: TODAY, ticked: [0] }, 0, false],
  [
    'the member joined five days ago',
    { joinedOn: '2026-05-08', ticked: [1, 2, 3, 4, 5] },
    0,
    false,
  ],
  ['the member joined six days ago', { joinedOn: '2026-05-07', ticked: [2, 3, 4, 5] }, 2, true],
] as const)('misses when %s', ([, given, misses, isWhole]) => {
  const mutable = structuredClone(given) as Parameters<typeof week>[0]
  expect(week(mutable)).toMatchObject({ misses, isWhole })
})

test('a member cannot finish a day before they joined', () => {
  expect(week({ joinedOn: TODAY }).mayFinishYesterday).toBe(false)
  expect(week({ joinedOn: '2026-05-12' }).mayFinishYesterday).toBe(true)
})

test('one more tick or rest day never makes a week worse', () => {
  const subset = (values: number[]) => fc.subarray(values)
  fc.assert(
    fc.property(
      subset([0, 1, 2, 3, 4, 5, 6]),
      subset([0, 1, 2, 3, 4, 5, 6]),
      fc.integer({ min: 0, max: 6 }),
      (ticked, rest, more) => {
        const { misses } = week({ ticked, rest })
        expect(week({ ticked: [...ticked, more], rest }).misses).toBeLessThanOrEqual(misses)
        expect(week({ ticked, rest: [...rest, more] }).misses).toBeLessThanOrEqual(misses)
      },
    ),
  )
})

test('rest weekdays are returned in order, whatever their stored order', () => {
  expect(week({ rest: [5, 0, 2] }).restWeekdays).toEqual([0, 2, 5])
})

test('the fixed actions are listed in their order, whatever the order of the ticks', () => {
  const actions = presentSystemActions([
    { actionType: 'selfcare', finishedLater: true },
    { actionType: 'prayer', finishedLater: false },
  ])
  expect(actions).toEqual([
    { actionType: 'hydration', completed: false, finishedLater: false },
    { actionType: 'prayer', completed: true, finishedLater: false },
    { actionType: 'movement', completed: false, finishedLater: false },
    { actionType: 'growth', completed: false, finishedLater: false },
    { actionType: 'selfcare', completed: true, finishedLater: true },
  ])
})
