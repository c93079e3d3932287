import { expect, test } from 'vitest'
import { digitsOf } from '#web/features/accounts/code-input.tsx'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['Your code: 012345.', '012345'],
  ['1234567', '123456'],
  ['abc', ''],
])('the code in %j is %j', (text, code) => {
  expect(digitsOf(text)).toBe(code)
})
