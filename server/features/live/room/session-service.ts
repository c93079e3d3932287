import type { Context } from '#server/context.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { finalizeRunning } from '../recordings/store.ts'
import {
  deleteCohosts,
  endSession,
  insertSession,
  type NodeAddress,
  type SessionRow,
} from '../store.ts'

/** Members are notified after a delay, so that going on air by mistake notifies nobody. */
const TELL_DELAY_SECONDS = 5

/** Undefined if another administrator was faster. */
export async function beginSession(
  context: Context,
  { admin, me }: { admin: Admin; me: NodeAddress },
): Promise<SessionRow | undefined> {
  const begun = inTransaction(context.db, async (trx) => {
    const session = await insertSession(trx, { ...me, startedBy: admin.id, now: context.now() })
    const { liveSessionId } = session
    await recordAudit(trx, admin, { action: 'live-started', subjectId: liveSessionId })
    const options = { startAfter: TELL_DELAY_SECONDS }
    await context.jobs.send(trx, 'tell-on-air', { liveSessionId, after: null }, options)
    return session
  })
  return begun.catch((error: unknown) => {
    if (brokenUniqueRule(error) === 'live_session_on_air') return undefined
    throw error
  })
}

/**
 * Ends the open session; with `seenBefore`, only if it was last seen before that time. A running
 * recording is marked for collection. False if there was nothing to end.
 */
export function finishSession(
  context: Context,
  { admin, seenBefore }: { admin?: Admin | undefined; seenBefore?: Date },
): Promise<boolean> {
  const now = context.now()
  return inTransaction(context.db, async (trx) => {
    const liveSessionIds = await endSession(trx, { now, ...(seenBefore && { seenBefore }) })
    await finalizeRunning(trx, { liveSessionIds, now })
    const [liveSessionId] = liveSessionIds
    if (liveSessionId === undefined) return false
    await deleteCohosts(trx, liveSessionIds)
    if (admin) {
      await recordAudit(trx, admin, { action: 'live-stopped', subjectId: liveSessionId })
    }
    return true
  })
}
