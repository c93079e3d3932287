import { expect, test } from 'vitest'
import { TimeLimitError, untilAborted, within } from './within.ts'

test('work that finishes in time returns its value or throws its error', async () => {
  expect(await within(1_000, Promise.resolve('bread'))).toBe('bread')
  await expect(within(1_000, Promise.reject(new TypeError('no flour')))).rejects.toThrow(TypeError)
})

test('work that takes longer is rejected with a TimeLimitError', async () => {
  const never = new Promise(() => {})
  await expect(within(5, never)).rejects.toThrow(TimeLimitError)
})

test('work is not waited for once a signal aborts', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(signal, Promise.resolve('bread'))).toBe('bread')
  await expect(untilAborted(signal, Promise.reject(new TypeError()))).rejects.toThrow(TypeError)
  const stop = new AbortController()
  const cutOff = untilAborted(stop.signal, new Promise(() => {}))
  stop.abort(new RangeError('enough'))
  await expect(cutOff).rejects.toThrow(RangeError)
  await expect(untilAborted(stop.signal, Promise.resolve('bread'))).rejects.toThrow(RangeError)
})
