import { expect, test } from 'vitest'
import { sortFailure } from '#web/features/accounts/form-failure.ts'
import { ApiError } from '#web/lib/api.ts'

function refusal(fields: Record<string, string>): ApiError {
  return new ApiError({ status: 409, code: 'conflict', sentence: 'Refused.', body: '{}', fields })
}

test('a sentence for an input of the form stands beside it alone', () => {
  const failure = sortFailure(refusal({ email: 'Taken.' }), ['username', 'email'])
  expect(failure).toEqual({ beside: [['email', 'Taken.']], above: undefined })
})

test('inputs come in the order of the form, whatever the answer’s order', () => {
  const fields = { email: 'Second.', username: 'First.' }
  expect(sortFailure(refusal(fields), ['username', 'email']).beside).toEqual([
    ['username', 'First.'],
    ['email', 'Second.'],
  ])
})

test('a refusal without inputs stands above the form', () => {
  expect(sortFailure(refusal({}), ['email'])).toEqual({ beside: [], above: 'Refused.' })
})

test('a sentence for an input that the form lacks is not lost', () => {
  expect(sortFailure(refusal({ token: 'Used.' }), ['email']).above).toBe('Refused.')
})

test('a failure that is no answer of the server gets a general sentence', () => {
  expect(sortFailure(new TypeError('x is undefined'), []).above).toBe(
    'Something went wrong. Please try again.',
  )
})
