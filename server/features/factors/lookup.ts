import type { User } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/durations.ts'
import { FACTOR_LIMITS } from '#contract/factors.ts'
import type { Queryable } from '#server/db/connect.ts'
import { getAdminsSince } from './store.ts'

/**
 * The factors that a member has set up, for showing them to the member and for signing in. An
 * authenticator app counts only once it is confirmed.
 */
export async function factorsOf(db: Queryable, memberId: string): Promise<User['factors']> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('passkey')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('memberId', '=', memberId)
        .as('passkeys'),
      eb
        .exists(
          eb
            .selectFrom('authenticatorApp')
            .select('memberId')
            .where('memberId', '=', memberId)
            .where('confirmedAt', 'is not', null),
        )
        .as('totp'),
    ])
    .executeTakeFirstOrThrow()
  return { passkeys: Number(row.passkeys ?? 0), totp: Boolean(row.totp) }
}

export function hasFactor({ passkeys, totp }: User['factors']): boolean {
  return passkeys > 0 || totp
}

/**
 * When an administrator without a factor loses access to the administration. Undefined for everyone
 * else, and if administrators need no factor.
 */
export async function factorNeededBy(db: Queryable, memberId: string): Promise<Date | undefined> {
  const adminsSince = await getAdminsSince(db)
  if (!adminsSince || hasFactor(await factorsOf(db, memberId))) return undefined
  const adminSince = await findAdminSince(db, memberId)
  return adminSince ? neededBy({ adminsSince, adminSince }) : undefined
}

/**
 * When an administrator without a factor loses access to the administration. The grace period
 * begins when the rule was turned on or when the member became an administrator, whichever is
 * later.
 */
function neededBy(input: { adminsSince: Date; adminSince: Date }): Date {
  const start = Math.max(input.adminsSince.getTime(), input.adminSince.getTime())
  return new Date(start + FACTOR_LIMITS.graceDays * DAY_MS)
}

/** When a member became an administrator; null for everyone else. */
async function findAdminSince(db: Queryable, memberId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('member')
    .select('adminSince')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.adminSince ?? null
}
