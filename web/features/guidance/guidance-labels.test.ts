import { expect, test } from 'vitest'
import { answerTimeSentence, withinWords } from './guidance-labels.ts'

test.each([
  [0, 'an hour'],
  [0.4, 'an hour'],
  [1, 'an hour'],
  [1.1, '2 hours'],
  [22.5, '23 hours'],
  [23.5, 'a day'],
  [24, 'a day'],
  [24.1, '2 days'],
  [48, '2 days'],
  [49, '3 days'],
])('%d hours are within %s', (hours, words) => {
  expect(withinWords(hours)).toBe(words)
})

test('the measured answer time takes precedence over the promised one', () => {
  expect(answerTimeSentence({ measuredHours: 30, promisedHours: 72 })).toBe(
    'Usually answered within 2 days.',
  )
  expect(answerTimeSentence({ measuredHours: null, promisedHours: 48 })).toBe(
    'We aim to answer within 2 days.',
  )
  expect(answerTimeSentence({ measuredHours: null, promisedHours: undefined })).toBeUndefined()
})
