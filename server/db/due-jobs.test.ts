import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DueJobs, type DueQueue, wakeWhenDue } from './due-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(findDue: () => Promise<DueQueue[]>): DueJobs & {
  wake: (queue: string) => void
  onError: (error: Error) => void
} {
  const wake = vi.fn<(queue: string) => void>()
  const onError = vi.fn<(error: Error) => void>()
  return { wake, onError, ...wakeWhenDue({ findDue, wake, onError, pollMs: 3_000 }) }
}

test('workers wake when their work is due, not at the next check', async () => {
  const { wake, stop } = watch(async () => [{ name: 'send-email', inMs: 1_200.4 }])
  await vi.advanceTimersByTimeAsync(1_200)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(wake).toHaveBeenCalledExactlyOnceWith('send-email')
  await stop()
})

test('a later check can change when workers wake', async () => {
  const results = [[{ name: 'send-push', inMs: 4_000 }], [{ name: 'send-push', inMs: 500 }]]
  const { wake, stop } = watch(async () => results.shift() ?? [])
  await vi.advanceTimersByTimeAsync(3_499)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wake).toHaveBeenCalledExactlyOnceWith('send-push')
  await stop()
})

test('a failed check is reported, and the next one follows', async () => {
  const findDue = vi
    .fn<() => Promise<DueQueue[]>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValueOnce([{ name: 'send-email', inMs: 0 }])
    .mockResolvedValue([])
  const { wake, onError, stop } = watch(findDue)
  await vi.advanceTimersByTimeAsync(1)
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('gone'))
  await vi.advanceTimersByTimeAsync(3_001)
  expect(wake).toHaveBeenCalledExactlyOnceWith('send-email')
  await stop()
})

test('failed work brings the next check forward, once for many failures', async () => {
  const findDue = vi.fn(async () => [])
  const { pollSoon, stop } = watch(findDue)
  await vi.advanceTimersByTimeAsync(100)
  expect(findDue).toHaveBeenCalledTimes(1)
  for (let failure = 0; failure < 10; failure += 1) pollSoon()
  await vi.advanceTimersByTimeAsync(300)
  expect(findDue).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_800)
  expect(findDue).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(300)
  expect(findDue).toHaveBeenCalledTimes(3)
  await stop()
})

test('after the stop no worker wakes and no check runs', async () => {
  const findDue = vi.fn(async () => [{ name: 'send-email', inMs: 1_000 }])
  const { wake, pollSoon, stop } = watch(findDue)
  await vi.advanceTimersByTimeAsync(500)
  await stop()
  pollSoon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wake).not.toHaveBeenCalled()
  expect(findDue).toHaveBeenCalledTimes(1)
})
