import { expect, test } from 'vitest'
import { type Answers, newlyAnswered } from '#web/features/guidance/guidance-responses-page.tsx'

const AT = '2026-03-03T06:15:00.000Z'

const LATER = '2026-03-04T06:15:00.000Z'

const waiting: Answers = { id: 1, respondedAt: null, followUp: null }

const answered: Answers = { ...waiting, respondedAt: AT }

const followUp = { content: 'And then?', createdAt: AT, responseContent: null, respondedAt: null }

const askedAgain: Answers = { ...answered, followUp }

const answeredAgain: Answers = { ...answered, followUp: { ...followUp, respondedAt: LATER } }

test('an answer to a waiting request or follow-up is new', () => {
  expect(newlyAnswered([waiting], [answered])).toEqual([answered])
  expect(newlyAnswered([askedAgain], [answeredAgain])).toEqual([answeredAgain])
})

test('an unchanged answer, a follow-up question and an edited answer are not new', () => {
  expect(newlyAnswered([answered], [answered])).toEqual([])
  expect(newlyAnswered([answered], [askedAgain])).toEqual([])
  expect(newlyAnswered([answered], [{ ...answered, respondedAt: LATER }])).toEqual([])
})

test('an answered request that appears for the first time on an older page is not new', () => {
  expect(newlyAnswered([waiting], [waiting, { ...answered, id: 2 }])).toEqual([])
})
