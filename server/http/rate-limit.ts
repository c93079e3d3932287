import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Keys } from '#server/domain/keys.ts'
import { AppError } from './app-error.ts'

/**
 * How often something may happen per subject (an address, an account, a member).
 * Held in the database, so that all nodes count together.
 */
const LIMITS = {
  /** Wrong passwords for one account from one address. */
  'wrong-password': { points: 10, seconds: 15 * 60 },
  /** Wrong passwords for one account from anywhere. A mailed code still signs its owner in. */
  'wrong-password-account': { points: 100, seconds: 15 * 60 },
  'sign-in-address': { points: 300, seconds: 15 * 60 },
  'register-address': { points: 100, seconds: 60 * 60 },
  'code-email': { points: 5, seconds: 15 * 60 },
  'code-address': { points: 100, seconds: 60 * 60 },
  'verify-address': { points: 100, seconds: 15 * 60 },
  'reset-email': { points: 5, seconds: 60 * 60 },
  'reset-address': { points: 100, seconds: 60 * 60 },
  /** They tell whether an address has an account, so they are limited harder than signing in. */
  'availability-address': { points: 60, seconds: 15 * 60 },
  'story-member': { points: 30, seconds: 60 * 60 },
  'report-member': { points: 30, seconds: 60 * 60 },
  'mood-member': { points: 120, seconds: 60 * 60 },
  'guidance-member': { points: 30, seconds: 60 * 60 },
  'mail-image-admin': { points: 120, seconds: 60 * 60 },
  'test-mail-admin': { points: 60, seconds: 60 * 60 },
  'mail-preview-admin': { points: 120, seconds: 60 },
  'site-image-admin': { points: 120, seconds: 60 * 60 },
  /** Each one sends two mails. */
  'change-email-admin': { points: 60, seconds: 60 * 60 },
  'generate-admin': { points: 60, seconds: 60 * 60 },
  /** Links to unsubscribe that are not ours. */
  'unsubscribe-address': { points: 30, seconds: 15 * 60 },
  'push-member': { points: 30, seconds: 60 * 60 },
  'checkout-member': { points: 60, seconds: 60 * 60 },
  'subscription-member': { points: 60, seconds: 60 * 60 },
  /** Each one reads all of a member's payments at the provider. */
  'payment-check-member': { points: 10, seconds: 15 * 60 },
  /** Looks at the provider because a paid time is over and no event has come. */
  'unsettled-purchase': { points: 1, seconds: 60 },
  /** Each lost connection takes one. */
  'live-join-member': { points: 120, seconds: 10 * 60 },
  'export-member': { points: 6, seconds: 60 * 60 },
} as const
export type LimitName = keyof typeof LIMITS

export interface RateLimits {
  /** Counts one; throws `rate_limited` with the time to wait once the limit is passed. */
  consume(limit: LimitName, subject: string): Promise<void>
  /** Takes one back that `consume` counted. */
  refund(limit: LimitName, subject: string): Promise<void>
  /** Starts anew for the subject, after a success. */
  reset(limit: LimitName, subject: string): Promise<void>
}

export function rateLimits(pool: pg.Pool, keys: Keys): RateLimits {
  const limiters = new Map<LimitName, RateLimiterPostgres>()
  for (const [name, limit] of Object.entries(LIMITS)) {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: limit.points,
      duration: limit.seconds,
      // While a subject is over its limit, its further tries cost no query.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
    // Object.entries loses the names' type.
    limiters.set(name as LimitName, limiter)
  }
  const limiterOf = (name: LimitName): RateLimiterPostgres => {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`There is no limit called ${name}.`)
    return limiter
  }
  const keyOf = (subject: string): string =>
    keys.hmac('rate-limit', subject).toString('base64url').slice(0, 22)

  return {
    consume: async (limit, subject) => {
      await limiterOf(limit)
        .consume(keyOf(subject))
        .catch((rejection: unknown) => {
          throw rejection instanceof RateLimiterRes ? tooMany(rejection) : rejection
        })
    },
    refund: async (limit, subject) => {
      await limiterOf(limit).reward(keyOf(subject))
    },
    reset: async (limit, subject) => {
      await limiterOf(limit).delete(keyOf(subject))
    },
  }
}

function tooMany(state: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  const unit = seconds === 1 ? 'second' : 'seconds'
  const wait = seconds < 90 ? `${seconds} ${unit}` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
