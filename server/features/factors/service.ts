import { sql } from 'kysely'
import type { FactorPolicy, Factors } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable, Trx } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { findMemberIdByLogin } from '../accounts/service.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { recordAudit } from '../audit/service.ts'
import { factorNeededBy } from './lookup.ts'
import { deletePasskeys, listPasskeys, presentFactors } from './passkeys.ts'
import {
  areCodesKept,
  countRecoveryCodes,
  deletePending,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  getAdminsSince,
  lockFactors,
} from './store.ts'

/** The viewer's factors, and the date by which they need one, if any. */
export async function readFactors(context: Context, viewer: Viewer): Promise<Factors> {
  const { db } = context
  const [passkeys, totp, recoveryCodesLeft, isKept, due] = await Promise.all([
    listPasskeys(db, viewer.id),
    findTotp(db, viewer.id),
    countRecoveryCodes(db, viewer.id),
    areCodesKept(db, viewer.id),
    factorNeededBy(db, viewer.id),
  ])
  return presentFactors({ passkeys, totp, recoveryCodesLeft, areCodesKept: isKept, neededBy: due })
}

export async function readPolicy(db: Queryable): Promise<FactorPolicy> {
  const [adminsSince, adminsWithout] = await Promise.all([
    getAdminsSince(db),
    countAdminsWithout(db),
  ])
  return { adminsSince: adminsSince?.toISOString() ?? null, adminsWithout }
}

/** Turns the rule for administrators on or off. If it is already on, its date stays. */
export async function savePolicy(
  context: Context,
  admin: Admin,
  { required }: { required: boolean },
): Promise<FactorPolicy> {
  await inTransaction(context.db, async (trx) => {
    const before = await lockAdminsSince(trx)
    if ((before !== null) === required) return
    await setAdminsSince(trx, required ? context.now() : null)
    await recordAudit(trx, admin, {
      action: required ? 'admin-factor-required' : 'admin-factor-optional',
      subjectId: 'factors',
    })
  })
  return readPolicy(context.db)
}

/**
 * For the operator: removes all factors of a member who has lost them, and ends their sessions.
 * Returns the member's id for the caller to announce; undefined if no member has this username or
 * email.
 */
export async function resetFactors(db: Db, username: string): Promise<string | undefined> {
  const memberId = await findMemberIdByLogin(db, username.trim().toLowerCase())
  if (!memberId) return undefined
  await inTransaction(db, async (trx) => {
    await lockFactors(trx, memberId)
    await deletePasskeys(trx, memberId)
    await deleteTotp(trx, memberId)
    await deleteRecoveryCodes(trx, memberId)
    await deletePending(trx, memberId)
    await endAllSessions(trx, memberId)
    await recordAudit(trx, null, { action: 'user-factors-reset', subjectId: memberId })
  })
  return memberId
}

/** Reads the rule's date and locks it until the transaction ends. */
async function lockAdminsSince(trx: Trx): Promise<Date | null> {
  const row = await trx
    .selectFrom('factorPolicy')
    .select('adminsSince')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.adminsSince
}

async function setAdminsSince(trx: Trx, adminsSince: Date | null): Promise<void> {
  await trx.updateTable('factorPolicy').set({ adminsSince }).execute()
}

/** The number of administrators without a factor who are not suspended. */
function countAdminsWithout(db: Queryable): Promise<number> {
  const without = db
    .selectFrom('member')
    .where('isAdmin', '=', true)
    .where('suspendedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from passkey where passkey.member_id = member.member_id)`,
    )
    .where(
      sql<boolean>`not exists (
        select from authenticator_app app
        where app.member_id = member.member_id and app.confirmed_at is not null
      )`,
    )
  return countRows(without)
}
