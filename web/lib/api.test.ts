import { expect, test } from 'vitest'
import { ApiError, isOutdated } from '#web/lib/api.ts'

test.each([
  [409, true],
  [404, true],
  [400, false],
  [0, false],
])('status %i means that something has changed or is gone: %s', (status, expected) => {
  const error = new ApiError({ status, code: 'conflict', sentence: 'Already decided.', body: '' })
  expect(isOutdated(error)).toBe(expected)
})

test('other errors do not mean that something has changed', () => {
  expect(isOutdated(new Error('network'))).toBe(false)
})
