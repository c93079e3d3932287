import type { Db } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findMemberIdByLogin } from '../accounts/service.ts'
import { endAllSessions } from '../accounts/sessions-service.ts'
import { recordAudit } from '../audit/service.ts'
import { deleteRecoveryCodes, deleteTotp } from './codes-store.ts'
import { deletePasskeys } from './passkeys-store.ts'
import { deletePending, lockFactors } from './store.ts'

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
