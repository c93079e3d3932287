import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { reasonOf } from './use-share-mood.ts'

const sentence = 'Too many attempts. Please try again in 12 minutes.'

test('the reason is the server’s message', () => {
  const limited = new ApiError({ status: 429, code: 'rate_limited', sentence, body: '' })
  expect(reasonOf(limited)).toBe(sentence)
  const notes = 'Notes must be 2,000 characters or less'
  const wrong = { status: 400, code: 'invalid_input', sentence: 'Another', body: '' } as const
  expect(reasonOf(new ApiError({ ...wrong, fields: { notes } }))).toBe(notes)
})

test('an unexpected error has no reason', () => {
  const failure = { status: 500, code: 'internal', sentence: 'Something went wrong.' } as const
  expect(reasonOf(new ApiError({ ...failure, body: '' }))).toBeUndefined()
  expect(reasonOf(new TypeError('x is undefined'))).toBeUndefined()
})
