import { expect, test } from 'vitest'
import { signInToast } from '#web/features/accounts/sign-in-toast.ts'
import { ApiError } from '#web/lib/api.ts'

test('wrong credentials show a request to check them', () => {
  const sentence = 'Invalid username or password'
  const error = new ApiError({ status: 401, code: 'not_signed_in', sentence, body: '{}' })
  expect(signInToast(error)).toEqual({
    title: 'Unable to Sign In',
    description: 'Please check your username and password and try again',
  })
})

test('any other error shows the message from the server', () => {
  const sentence = 'Too many tries. Please wait a minute.'
  const error = new ApiError({ status: 429, code: 'rate_limited', sentence, body: '{}' })
  expect(signInToast(error)).toEqual({ title: 'Login failed', description: sentence })
})
