import type { FactorPolicy, Factors } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { countRecoveryCodes, findTotp } from './codes-store.ts'
import { factorNeededBy } from './lookup-service.ts'
import { listPasskeys } from './passkeys-store.ts'
import { presentFactors } from './present.ts'
import { countAdminsWithout, getAdminsSince, lockAdminsSince, setAdminsSince } from './store.ts'

/** The viewer's factors, and the date by which they need one, if any. */
export async function readFactors(context: Context, viewer: Viewer): Promise<Factors> {
  const { db } = context
  const [passkeys, totp, recoveryCodesLeft, due] = await Promise.all([
    listPasskeys(db, viewer.id),
    findTotp(db, viewer.id),
    countRecoveryCodes(db, viewer.id),
    factorNeededBy(db, viewer.id),
  ])
  return presentFactors({ passkeys, totp, recoveryCodesLeft, neededBy: due })
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
