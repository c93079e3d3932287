import { expect, test } from 'vitest'
import { TimeLimitError, within } from './within.ts'

test('work that finishes in time returns its value or throws its error', async () => {
  expect(await within(1_000, Promise.resolve('bread'))).toBe('bread')
  await expect(within(1_000, Promise.reject(new TypeError('no flour')))).rejects.toThrow(TypeError)
})

test('work that takes longer is rejected with a TimeLimitError', async () => {
  const never = new Promise(() => {})
  await expect(within(5, never)).rejects.toThrow(TimeLimitError)
})
