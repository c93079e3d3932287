import { expect, test } from 'vitest'
import { type Answers, newlyAnswered } from './new-answers.ts'

const AT = '2026-03-03T06:15:00.000Z'
const LATER = '2026-03-04T06:15:00.000Z'

const waiting: Answers = { id: 1, respondedAt: null, followUp: null }
const answered: Answers = { ...waiting, respondedAt: AT }
const followUp = { content: 'And then?', createdAt: AT, responseContent: null, respondedAt: null }
const askedAgain: Answers = { ...answered, followUp }
const answeredAgain: Answers = { ...answered, followUp: { ...followUp, respondedAt: LATER } }

test('an answer to what waited is new, to the request and to the follow-up', () => {
  expect(newlyAnswered([waiting], [answered])).toEqual([answered])
  expect(newlyAnswered([askedAgain], [answeredAgain])).toEqual([answeredAgain])
})

test('what stays, is asked once more, or is changed is no new answer', () => {
  expect(newlyAnswered([answered], [answered])).toEqual([])
  expect(newlyAnswered([answered], [askedAgain])).toEqual([])
  expect(newlyAnswered([answered], [{ ...answered, respondedAt: LATER }])).toEqual([])
})

test('an answered request of an older page, met for the first time, is no new answer', () => {
  expect(newlyAnswered([waiting], [waiting, { ...answered, id: 2 }])).toEqual([])
})
