import type { Path } from 'react-hook-form'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { noticeOf, showFieldErrors } from '#web/lib/field-errors.ts'

function refusal(fields: Record<string, string>): ApiError {
  return new ApiError({ status: 409, code: 'conflict', sentence: 'Refused.', body: '{}', fields })
}

interface Values {
  username: string
  email: string
}

/** What `showFieldErrors` sets, in order: the field, its message, and whether it gets the focus. */
function shown(error: Error, names: Path<Values>[]): unknown[] {
  const calls: unknown[] = []
  const setError = (name: string, { message }: { message?: string }, options?: object): void => {
    calls.push([name, message, options])
  }
  showFieldErrors<Values>({ setError }, { error, names })
  return calls
}

test('a field error is shown only next to its input', () => {
  expect(shown(refusal({ email: 'Taken.' }), ['username', 'email'])).toEqual([
    ['email', 'Taken.', { shouldFocus: true }],
  ])
  expect(noticeOf(refusal({ email: 'Taken.' }), ['username', 'email'])).toBeUndefined()
})

test('field errors follow the order of the form, not of the response', () => {
  const error = refusal({ email: 'Second.', username: 'First.' })
  expect(shown(error, ['username', 'email'])).toEqual([
    ['username', 'First.', { shouldFocus: true }],
    ['email', 'Second.', { shouldFocus: false }],
  ])
})

test('an error without fields is shown above the form', () => {
  expect(noticeOf(refusal({}), ['email'])).toBe('Refused.')
})

test('an error for a field that the form lacks is shown above the form', () => {
  expect(noticeOf(refusal({ token: 'Used.' }), ['email'])).toBe('Refused.')
  expect(noticeOf(refusal({ token: 'Used.', email: 'Taken.' }), ['email'])).toBe('Refused.')
})

test('an error that is not a server response gets a general message', () => {
  expect(shown(new TypeError('x is undefined'), ['email'])).toEqual([])
  expect(noticeOf(new TypeError('x is undefined'), [])).toBe(
    'Something went wrong. Please try again.',
  )
})
