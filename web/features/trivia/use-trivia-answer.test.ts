import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import {
  outcomeOf,
  overlayTime,
  refusalOf,
  wasReplaced,
} from '#web/features/trivia/use-trivia-answer.ts'
import { ApiError } from '#web/lib/api.ts'

function refusal(code: ErrorCode, sentence: string): ApiError {
  return new ApiError({ status: code === 'conflict' ? 409 : 500, code, sentence, body: '' })
}

test('a result determines the overlay', () => {
  const result = { isCorrect: false, correctAnswer: 'Ruth', explanation: '', source: '' }
  expect(outcomeOf(result)).toEqual({ kind: 'wrong', correctAnswer: 'Ruth' })
  expect(outcomeOf({ ...result, isCorrect: true })).toEqual({ kind: 'right' })
})

test('overlays last as long as the specification says', () => {
  expect(overlayTime({ kind: 'right' })).toBe(2000)
  expect(overlayTime({ kind: 'wrong', correctAnswer: 'Ruth' })).toBe(2000)
  expect(overlayTime({ kind: 'already' })).toBe(3000)
})

test('a second answer and a replaced question are distinguished', () => {
  const already = refusal('conflict', 'You already submitted an answer for today!')
  expect(refusalOf(already)).toBe('already')
  expect(refusalOf(refusal('conflict', 'This question was replaced.'))).toBe('replaced')
  expect(refusalOf(refusal('internal', 'Something went wrong.'))).toBe('other')
  expect(refusalOf(new Error('You already submitted an answer for today!'))).toBe('other')
})

test('a choice for a replaced question is noticed, unless the day is already answered', () => {
  const fresh = { id: 8, answered: null }
  expect(wasReplaced({ triviaId: 7 }, fresh)).toBe(true)
  expect(wasReplaced({ triviaId: 8 }, fresh)).toBe(false)
  expect(wasReplaced(undefined, fresh)).toBe(false)
  const answered = { triviaId: 7, triviaQuestion: '', answer: '', isCorrect: true }
  const answer = { ...answered, correctAnswer: '', explanation: '', source: '' }
  expect(wasReplaced({ triviaId: 7 }, { id: 8, answered: answer })).toBe(false)
})
