import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { AppError } from '#server/domain/app-error.ts'
import type { Keys } from '#server/domain/keys.ts'

/** A number of points within a time that begins with the first one. */
interface Window {
  points: number
  seconds: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How often something may happen per subject (a network, an account, a member). With several
 * windows, waits grow. Counted in the database, so all nodes count together.
 */
const LIMITS = {
  // Signing in. `docs/decisions/020-guessing.md` has the arithmetic. A known device has counters of
  // its own and no others, so strangers can't use up its owner's tries.
  /** Wrong passwords for one account from one network. */
  'wrong-password': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 30, seconds: DAY },
  ],
  /** … from all networks together. */
  'wrong-password-account': { points: 100, seconds: DAY },
  /** … from one known device. */
  'wrong-password-device': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 30, seconds: DAY },
  ],
  'sign-in-address': { points: 300, seconds: 15 * MINUTE },
  /** Wrong codes for one email address from one network. */
  'wrong-code': [
    { points: 5, seconds: 15 * MINUTE },
    { points: 8, seconds: DAY },
  ],
  /** … from all networks together. */
  'wrong-code-account': { points: 10, seconds: DAY },
  /** … from one known device. */
  'wrong-code-device': [
    { points: 5, seconds: 15 * MINUTE },
    { points: 10, seconds: DAY },
  ],
  'verify-address': { points: 100, seconds: 15 * MINUTE },
  /** Emails with a code to one address, asked for from one network. */
  'code-email': [
    { points: 3, seconds: 15 * MINUTE },
    { points: 6, seconds: DAY },
  ],
  /** … from all networks together. */
  'code-email-account': { points: 10, seconds: DAY },
  /** … from one known device. */
  'code-email-device': [
    { points: 3, seconds: 15 * MINUTE },
    { points: 10, seconds: DAY },
  ],
  'code-address': { points: 100, seconds: HOUR },
  /** Emails with a reset link to one address, asked for from one network. */
  'reset-email': [
    { points: 3, seconds: HOUR },
    { points: 5, seconds: DAY },
  ],
  /** … from all networks together. */
  'reset-email-account': { points: 8, seconds: DAY },
  /** … from one known device. */
  'reset-email-device': [
    { points: 3, seconds: HOUR },
    { points: 8, seconds: DAY },
  ],
  'reset-address': { points: 100, seconds: HOUR },
  /** Tries to register, including refused ones. */
  'register-try-address': { points: 100, seconds: HOUR },
  /**
   * New accounts whose email address is not verified. A congregation on one wifi that signs up after
   * a service makes a few dozen; people who come later verify the address first.
   */
  'register-address': [
    { points: 20, seconds: HOUR },
    { points: 40, seconds: DAY },
  ],
  /** New accounts with a verified email address. */
  'register-verified-address': [
    { points: 60, seconds: HOUR },
    { points: 120, seconds: DAY },
  ],
  /** They reveal whether an address has an account, so the limit is lower than for sign-ins. */
  'availability-address': { points: 60, seconds: 15 * MINUTE },
  /** Checks of invitations. The links can't be guessed; the limit is for the load. */
  'invitation-address': { points: 100, seconds: 15 * MINUTE },
  /** Tries to apply, including refused ones; each accepted one needs an emailed code. */
  'application-address': { points: 20, seconds: HOUR },
  /** Notices of something unlawful, which need no account. */
  'notice-address': [
    { points: 5, seconds: HOUR },
    { points: 10, seconds: DAY },
  ],
  /** Second looks at a suspension, each with a proof that can't be guessed. */
  'second-look-address': { points: 20, seconds: HOUR },
  'invitation-admin': { points: 60, seconds: HOUR },
  'story-member': { points: 30, seconds: HOUR },
  'transcript-member': { points: 60, seconds: HOUR },
  /** Each one costs money at the speech provider. */
  'speech-member': { points: 10, seconds: DAY },
  'report-member': { points: 30, seconds: HOUR },
  'prayer-request-member': { points: 30, seconds: HOUR },
  /** Each press of “I prayed”. */
  'prayer-member': { points: 600, seconds: HOUR },
  'mute-member': { points: 120, seconds: HOUR },
  'mood-member': { points: 120, seconds: HOUR },
  'guidance-member': { points: 30, seconds: HOUR },
  'mail-image-admin': { points: 120, seconds: HOUR },
  'test-mail-admin': { points: 60, seconds: HOUR },
  'mail-preview-admin': { points: 120, seconds: MINUTE },
  'site-image-admin': { points: 120, seconds: HOUR },
  /** Checks of the site that an administrator asks for. */
  'run-checks': { points: 60, seconds: HOUR },
  'back-up': { points: 12, seconds: HOUR },
  'trial-restore': { points: 12, seconds: HOUR },
  'connection-test-admin': { points: 60, seconds: HOUR },
  /** Each one sends two emails. */
  'change-email-admin': { points: 60, seconds: HOUR },
  'generate-admin': { points: 60, seconds: HOUR },
  /** Invalid links to unsubscribe. */
  'unsubscribe-address': { points: 30, seconds: 15 * MINUTE },
  'push-member': { points: 30, seconds: HOUR },
  'checkout-member': { points: 60, seconds: HOUR },
  'subscription-member': { points: 60, seconds: HOUR },
  /** Each one reads all of a member's payments at the provider. */
  'payment-check-member': { points: 10, seconds: 15 * MINUTE },
  /** Queries to the provider because a paid period is over and no event has come. */
  'unsettled-purchase': { points: 1, seconds: MINUTE },
  /** Each lost connection uses two: one for the call, one for the socket. */
  'live-join-member': { points: 240, seconds: 10 * MINUTE },
  /** Each one sends an email. */
  'change-email-member': { points: 5, seconds: HOUR },
  /** Codes to one new address, whoever asks for them. */
  'change-email-address': { points: 5, seconds: DAY },
  'pseudonym-member': { points: 30, seconds: HOUR },
  /**
   * Wrong codes of an authenticator app: for one account at sign-in, for one known device, and per
   * session after it. At most 120 guesses a day, each with a chance of 3 in a million. Recovery
   * codes and passkeys keep working.
   */
  'wrong-totp': [
    { points: 5, seconds: 5 * MINUTE },
    { points: 30, seconds: 6 * HOUR },
  ],
  /** They can't be guessed; the limit is for the load. */
  'wrong-recovery-code': { points: 20, seconds: 15 * MINUTE },
  'passkey-address': { points: 300, seconds: 15 * MINUTE },
  'export-member': { points: 6, seconds: HOUR },
} as const satisfies Record<string, Window | readonly Window[]>
export type LimitName = keyof typeof LIMITS

/** Other ways to sign in, for people who can't wait. */
const BY_CODE = 'You can also sign in with a one-time code.'
const BY_PASSWORD = 'You can also sign in with your password, or reset it.'
const INSTEAD: Partial<Record<LimitName, string>> = {
  'wrong-password': BY_CODE,
  'wrong-password-account': BY_CODE,
  'wrong-password-device': BY_CODE,
  'wrong-code': BY_PASSWORD,
  'wrong-code-account': BY_PASSWORD,
  'wrong-code-device': BY_PASSWORD,
  'code-email': BY_PASSWORD,
  'code-email-account': BY_PASSWORD,
  'code-email-device': BY_PASSWORD,
}

/** One count of a limit: what is limited, and for whom. */
export type Count = readonly [limit: LimitName, subject: string]

export interface RateLimits {
  /** Counts one; throws `rate_limited` with the time to wait if the limit is exceeded. */
  consume(limit: LimitName, subject: string): Promise<void>
  /** Counts one of each in one statement. If one limit is exceeded, none of them is counted. */
  consumeAll(counts: readonly Count[]): Promise<void>
  /** Takes back one that `consume` counted. */
  refund(limit: LimitName, subject: string): Promise<void>
  /** Starts again from 0 for the subject, after a success. */
  reset(limit: LimitName, subject: string): Promise<void>
  /** `reset` and `refund` in one statement. */
  forgive(counts: { reset?: readonly Count[]; refund?: readonly Count[] }): Promise<void>
}

/** How often expired rows are removed, as long as anything is counted. */
const SWEEP_EVERY_MS = 10 * 60_000
/** How many subjects over a limit are remembered, so their further tries need no query. */
const MOST_BLOCKED = 20_000

/**
 * Makes the statement that calls it commit without waiting for the disk: a crash of the database
 * loses the counts of its last moment, less than a second.
 */
const WITHOUT_SYNC = `set_config('synchronous_commit', 'off', true)`

const COUNT = {
  name: 'rate-limit-count',
  text: `
    with asked as (
      select t.* from unnest($1::text[], $2::int[], $3::bigint[]) as t (key, most, ms), ${WITHOUT_SYNC}
    ), passed as (
      select key, expire from asked join rate_limit using (key)
      where expire > $4 and points >= most
    ), counted as (
      insert into rate_limit (key, points, expire)
      select key, 1, $4 + ms from asked where not exists (select from passed) order by key
      on conflict (key) do update set
        points = case when rate_limit.expire > $4 then rate_limit.points + 1 else 1 end,
        expire = case when rate_limit.expire > $4 then rate_limit.expire else excluded.expire end
      returning key, points, expire
    )
    select key, expire, points from counted union all select key, expire, null from passed`,
}

const FORGIVE = {
  name: 'rate-limit-forgive',
  text: `
    with known as (
      select key from rate_limit, ${WITHOUT_SYNC} where key = any($1::text[] || $2::text[])
      order by key for update of rate_limit
    ), gone as (
      delete from rate_limit where key = any($1) and key in (select key from known)
    )
    update rate_limit set points = greatest(points - 1, 0)
    where key = any($2) and key in (select key from known)`,
}

const SWEEP = `
  delete from rate_limit where key in (
    select key from rate_limit where expire < $1 for update skip locked
  )`

interface Counter {
  limit: LimitName
  key: string
  most: number
  ms: number
}

export function rateLimits(pool: Pick<pg.Pool, 'query'>, keys: Keys, now: () => Date): RateLimits {
  const blocked = new LRUCache<string, number>({ max: MOST_BLOCKED })
  let sweptAt = 0
  const keysOf = (counts: readonly Count[]): string[] =>
    countersOf(keys, counts).map(({ key }) => key)

  const sweep = (at: number): void => {
    if (at - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = at
    // If it fails, the next one removes them; expired rows don't count.
    pool.query(SWEEP, [at]).catch(() => {})
  }
  const forgive: RateLimits['forgive'] = async ({ reset = [], refund = [] }) => {
    const [gone, less] = [keysOf(reset), keysOf(refund)]
    for (const key of [...gone, ...less]) blocked.delete(key)
    await pool.query({ ...FORGIVE, values: [gone, less] })
  }
  const consumeAll: RateLimits['consumeAll'] = async (counts) => {
    const at = now().getTime()
    const counters = countersOf(keys, counts)
    const full = counters.find(({ key }) => (blocked.get(key) ?? 0) > at)
    if (full) throw tooMany(full.limit, (blocked.get(full.key) ?? at) - at)
    sweep(at)
    // `points` is null for a limit that was already used up; then nothing was counted.
    const { rows } = await pool.query<{ key: string; expire: string; points: number | null }>({
      ...COUNT,
      values: [
        counters.map(({ key }) => key),
        counters.map(({ most }) => most),
        counters.map(({ ms }) => ms),
        at,
      ],
    })
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const passed = counters.flatMap(({ limit, key, most }) => {
      const row = byKey.get(key)
      if (!row || (row.points !== null && row.points <= most)) return []
      return [{ limit, key, until: Number(row.expire) }]
    })
    const [longest] = passed.sort((one, other) => other.until - one.until)
    if (!longest) return
    // Several calls came at once, and each was counted.
    if (rows.some(({ points }) => points !== null)) await forgive({ refund: counts })
    for (const { key, until } of passed) blocked.set(key, until)
    throw tooMany(longest.limit, longest.until - at)
  }
  return {
    consumeAll,
    forgive,
    consume: (limit, subject) => consumeAll([[limit, subject]]),
    refund: (limit, subject) => forgive({ refund: [[limit, subject]] }),
    reset: (limit, subject) => forgive({ reset: [[limit, subject]] }),
  }
}

function countersOf(keys: Keys, counts: readonly Count[]): Counter[] {
  return counts.flatMap(([limit, subject]) => {
    const mac = keys.hmac('rate-limit', subject).toString('base64url').slice(0, 22)
    return windowsOf(limit).map(({ points: most, seconds }) => ({
      limit,
      key: `${limit}/${seconds}:${mac}`,
      most,
      ms: seconds * 1000,
    }))
  })
}

function windowsOf(limit: LimitName): readonly Window[] {
  const windows: Window | readonly Window[] = LIMITS[limit]
  return 'points' in windows ? [windows] : windows
}

function tooMany(limit: LimitName, ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const sentence = `Too many attempts. Please try again in ${inWords(seconds)}.`
  const instead = INSTEAD[limit]
  return new AppError('rate_limited', instead ? `${sentence} ${instead}` : sentence, {
    retryAfterSeconds: seconds,
  })
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  if (seconds < 90 * MINUTE) return `${Math.ceil(seconds / MINUTE)} minutes`
  return `${Math.ceil(seconds / HOUR)} hours`
}
