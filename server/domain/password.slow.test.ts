import { expect, test } from 'vitest'
import { AppError } from '#server/domain/app-error.ts'
import { hashPassword } from './password.ts'

test('of 300 hashes at once, those beyond the queue are refused with a time to retry', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, () => hashPassword('seven loaves and fish')),
  )
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  // 256 are queued and at most four are running.
  expect(refusals.length).toBeGreaterThanOrEqual(40)
  expect(refusals.length).toBeLessThanOrEqual(44)
  for (const error of refusals) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'provider_unavailable', retryAfterSeconds: 5 })
  }
})
