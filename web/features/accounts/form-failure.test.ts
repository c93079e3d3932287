import { expect, test } from 'vitest'
import { sortFailure } from '#web/features/accounts/form-failure.ts'
import { ApiError } from '#web/lib/api.ts'

function refusal(fields: Record<string, string>): ApiError {
  return new ApiError({ status: 409, code: 'conflict', sentence: 'Refused.', body: '{}', fields })
}

test('a field error is shown only next to its input', () => {
  const failure = sortFailure(refusal({ email: 'Taken.' }), ['username', 'email'])
  expect(failure).toEqual({ beside: [['email', 'Taken.']], above: undefined })
})

test('field errors follow the order of the form, not of the response', () => {
  const fields = { email: 'Second.', username: 'First.' }
  expect(sortFailure(refusal(fields), ['username', 'email']).beside).toEqual([
    ['username', 'First.'],
    ['email', 'Second.'],
  ])
})

test('an error without fields is shown above the form', () => {
  expect(sortFailure(refusal({}), ['email'])).toEqual({ beside: [], above: 'Refused.' })
})

test('an error for a field that the form lacks is shown above the form', () => {
  expect(sortFailure(refusal({ token: 'Used.' }), ['email']).above).toBe('Refused.')
})

test('an error that is not a server response gets a general message', () => {
  expect(sortFailure(new TypeError('x is undefined'), []).above).toBe(
    'Something went wrong. Please try again.',
  )
})
