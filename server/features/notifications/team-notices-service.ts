import { rightOf, type TeamNoticeKind } from '#contract/notification-kinds.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readSettings } from '../settings/service.ts'
import { announceNotification, notifyAgain } from './service.ts'
import { findWaitingSince, isWaiting, listWithRight } from './team-notices-store.ts'

/** At most one notice per queue, and one email per member, within this time. */
export const PAUSE_MS = 60 * 60_000
const HOUR_MS = 60 * 60_000

/**
 * Queues a job that notifies members with the right for the queue; it runs after the transaction.
 */
export function notifyTeamOf(
  context: Context,
  trx: Queryable,
  kind: Exclude<TeamNoticeKind, TimedKind>,
): Promise<void> {
  return context.jobs.send(trx, 'tell-team', { kind, subjectId: null })
}

type TimedKind = 'team-guidance-half' | 'team-guidance-late'

/**
 * The same for a guidance request, plus reminders when half and all of the promised response time
 * has passed.
 */
export async function notifyTeamOfRequest(
  context: Context,
  trx: Queryable,
  guidanceRequestId: number,
): Promise<void> {
  const { answerPromiseHours: hours } = await readSettings(trx)
  await notifyTeamOf(context, trx, 'team-guidance')
  for (const kind of ['team-guidance-half', 'team-guidance-late'] as const) {
    const startAfter = (hours * 3_600) / (kind === 'team-guidance-half' ? 2 : 1)
    await context.jobs.send(
      trx,
      'tell-team',
      { kind, subjectId: guidanceRequestId },
      { startAfter },
    )
  }
}

/** Notifies everyone with the right, unless nothing is waiting anymore. */
export async function notifyTeam(context: Context, job: JobData['tell-team']): Promise<void> {
  const { kind, subjectId } = job
  const notified = await inTransaction(context.db, async (trx) => {
    if (!(await isDue(context, trx, job))) return []
    const since = new Date(context.now().getTime() - PAUSE_MS)
    const members = await listWithRight(trx, rightOf(kind))
    for (const memberId of members) {
      await notifyAgain(context, trx, { memberId, kind, subjectId, since })
    }
    return members
  })
  for (const memberId of notified) announceNotification(context, memberId)
}

/**
 * Whether the notice is still needed. Postpones a timed notice if the request has a newer follow-up
 * or the promise got longer.
 */
async function isDue(
  context: Context,
  trx: Queryable,
  job: JobData['tell-team'],
): Promise<boolean> {
  const { kind, subjectId } = job
  if (subjectId === null) return isWaiting(trx, kind)
  const waitingSince = await findWaitingSince(trx, subjectId)
  if (!waitingSince) return false
  const { answerPromiseHours: hours } = await readSettings(trx)
  const share = kind === 'team-guidance-half' ? 0.5 : 1
  const dueAt = waitingSince.getTime() + hours * share * HOUR_MS
  const startAfter = Math.ceil((dueAt - context.now().getTime()) / 1_000)
  if (startAfter <= 0) return true
  await context.jobs.send(trx, 'tell-team', job, { startAfter })
  return false
}
