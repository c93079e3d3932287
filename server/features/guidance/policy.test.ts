import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { canFollowUp, editableUntil, latestAnswered, openQuestion, promiseUsed } from './policy.ts'

const now = new Date('2026-06-10T12:00:00Z')
const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS)
const answered = (hours: number) => ({ respondedAt: ago(hours) })
const waiting = { respondedAt: null }

test.for([
  ['a new request', [waiting], false],
  ['an answered one', [answered(1)], true],
  ['an answered one with an open follow-up', [answered(1), waiting], false],
  ['an answered one with an answered follow-up', [answered(2), answered(1)], false],
] as const)('a follow-up: %s', ([, questions, expected]) => {
  expect(canFollowUp(questions)).toBe(expected)
})

test.for([
  ['a new request', [waiting], null],
  ['answered now', [answered(0)], ago(-24)],
  ['answered a day ago', [answered(24)], now],
  ['a moment longer ago', [{ respondedAt: new Date(ago(24).getTime() - 1) }], null],
  ['a follow-up waits', [answered(1), waiting], null],
  ['the follow-up was answered', [answered(100), answered(3)], ago(-21)],
  ['both were answered long ago', [answered(100), answered(25)], null],
] as const)('how long an answer can be changed: %s', ([, questions, expected]) => {
  expect(editableUntil({ isMinor: false, questions, now })).toEqual(expected)
})

test('an answer to a minor stays as two people have read it', () => {
  expect(editableUntil({ isMinor: true, questions: [answered(1)], now })).toBeNull()
})

test('the open question and the latest answer are found in every thread', () => {
  const first = answered(5)
  const second = answered(1)
  expect(openQuestion([waiting])).toBe(waiting)
  expect(openQuestion([first, waiting])).toBe(waiting)
  expect(openQuestion([first, second])).toBeUndefined()
  expect(latestAnswered([waiting])).toBeUndefined()
  expect(latestAnswered([first, waiting])).toBe(first)
  expect(latestAnswered([first, second])).toBe(second)
})

test('the used share of the promised time is computed from the waiting time', () => {
  const promiseHours = 48
  expect(promiseUsed({ waitingSince: null, promiseHours, now })).toBeNull()
  expect(promiseUsed({ waitingSince: ago(12), promiseHours, now })).toBe(0.25)
  expect(promiseUsed({ waitingSince: ago(48), promiseHours, now })).toBe(1)
  expect(promiseUsed({ waitingSince: ago(96), promiseHours, now })).toBe(2)
  expect(promiseUsed({ waitingSince: ago(-1), promiseHours, now })).toBe(0)
})

test('at any time, a request can either be answered, or changed and followed up', () => {
  const moment = fc.option(fc.integer({ min: -24, max: 200 }).map(ago), { nil: null })
  const thread = fc.oneof(
    fc.tuple(moment),
    // A follow-up is only asked after an answer.
    fc.tuple(fc.integer({ min: 0, max: 200 }).map(ago), moment),
  )
  fc.assert(
    fc.property(thread, (moments) => {
      const questions = moments.map((respondedAt) => ({ respondedAt }))
      const waits = openQuestion(questions) !== undefined
      if (waits)
        expect([canFollowUp(questions), editableUntil({ isMinor: false, questions, now })]).toEqual(
          [false, null],
        )
      const until = editableUntil({ isMinor: false, questions, now })
      if (until) expect(until.getTime()).toBeGreaterThanOrEqual(now.getTime())
    }),
  )
})
