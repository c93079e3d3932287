import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { sentenceAbove, showFieldErrors } from '#web/lib/field-errors.ts'

function refusal(fields: Record<string, string>): ApiError {
  return new ApiError({ status: 409, code: 'conflict', sentence: 'Refused.', body: '{}', fields })
}

test('a field error is shown only next to its input', () => {
  expect(sentenceAbove(refusal({ email: 'Taken.' }), ['username', 'email'])).toBeUndefined()
})

test('field errors follow the order of the form, not of the response, and the first takes the focus', () => {
  const setError = vi.fn()
  const error = refusal({ email: 'Second.', username: 'First.' })
  showFieldErrors<{ username: string; email: string }>(
    { setError },
    { error, names: ['username', 'email'] },
  )
  expect(setError.mock.calls).toEqual([
    ['username', { type: 'server', message: 'First.' }, { shouldFocus: true }],
    ['email', { type: 'server', message: 'Second.' }, { shouldFocus: false }],
  ])
})

test('an error without fields is shown above the form', () => {
  expect(sentenceAbove(refusal({}), ['email'])).toBe('Refused.')
})

test('an error for a field that the form lacks is shown above the form', () => {
  expect(sentenceAbove(refusal({ token: 'Used.' }), ['email'])).toBe('Refused.')
})

test('an error that is not a server response gets a general message', () => {
  expect(sentenceAbove(new TypeError('x is undefined'), [])).toBe(
    'Something went wrong. Please try again.',
  )
})
