import { sql } from 'kysely'
import type { FirstAdmin } from '#contract/accounts.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { RIGHTS } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { withdrawSecondLooks } from '../review/refusals.ts'
import { createMember, newMember, requireFree } from './service.ts'
import { endAllSessions, enter, type SignIn } from './sessions.ts'
import { findMemberByLogin, updateMember } from './store.ts'

const LINK_HOURS = 24

/**
 * Creates a link to register the first administrator, valid once and for 24 hours. Undefined if a
 * keeper exists already.
 */
export async function offerFirstAdminLink(context: Context): Promise<string | undefined> {
  if (await hasKeeper(context.db)) return undefined
  const token = newToken()
  await insertFirstAdminLink(context.db, {
    tokenHash: hashToken(token),
    expiresAt: new Date(context.now().getTime() + LINK_HOURS * HOUR_MS),
  })
  return `${context.config.publicUrl}/first-admin?token=${token}`
}

/** Whether the link is still valid and no keeper exists yet. */
export async function isFirstAdminLink(
  context: Context,
  { token, address }: { token: string; address: string },
): Promise<boolean> {
  await context.limits.consume('verify-address', address)
  const link = { tokenHash: hashToken(token), now: context.now() }
  return (await hasFirstAdminLink(context.db, link)) && !(await hasKeeper(context.db))
}

/** Creates the first administrator. Throws `invalid_input` for a used, expired or unknown link. */
export async function createFirstAdmin(
  context: Context,
  input: { registration: FirstAdmin; browser: Browser },
): Promise<SignIn> {
  const { browser } = input
  await context.limits.consume('verify-address', browser.address)
  const { token, ...registration } = input.registration
  await requireFree(context, registration)
  const row = await newMember(context, registration)
  return enter(context, { browser, proof: 'password' }, async (trx) => {
    const isValid = await takeFirstAdminLink(trx, {
      tokenHash: hashToken(token),
      now: context.now(),
    })
    if (!isValid || (await hasKeeper(trx))) {
      throw new AppError(
        'invalid_input',
        'This link has expired or was already used. Restart the server for a new one.',
        { fields: { token: 'This link is no longer valid.' } },
      )
    }
    return createMember(context, trx, { ...row, rights: [...RIGHTS] })
  })
}

/**
 * Gives a member all rights and lifts a suspension. Undefined if no member has this username or
 * email. If the member gains rights, their sessions end: an older one must not gain any.
 */
export async function makeAdmin(db: Db, username: string): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const member = await findMemberByLogin(trx, username.trim().toLowerCase())
    if (!member) return undefined
    const { memberId } = member
    await updateMember(trx, memberId, { rights: [...RIGHTS], suspendedAt: null })
    await trx.deleteFrom('suspension').where('memberId', '=', memberId).execute()
    await withdrawSecondLooks(trx)
    if (member.rights.length < RIGHTS.length) await endAllSessions(trx, memberId)
    return memberId
  })
}

async function insertFirstAdminLink(
  db: Queryable,
  link: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.insertInto('firstAdminLink').values(link).execute()
}

async function hasFirstAdminLink(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('firstAdminLink')
    .select('expiresAt')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up the link and all others; false if it is not valid. Locks all of them first, so that only
 * one of two simultaneous uses succeeds.
 */
async function takeFirstAdminLink(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const links = await db
    .selectFrom('firstAdminLink')
    .select(['tokenHash', 'expiresAt'])
    .orderBy('tokenHash')
    .forUpdate()
    .execute()
  const link = links.find(({ tokenHash }) => tokenHash.equals(input.tokenHash))
  if (!link || link.expiresAt <= input.now) return false
  await db.deleteFrom('firstAdminLink').execute()
  return true
}

/** Whether any member can give rights. */
async function hasKeeper(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .select('memberId')
    .where('isAdmin', '=', true)
    .where(sql<boolean>`'keeper' = any (rights)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
