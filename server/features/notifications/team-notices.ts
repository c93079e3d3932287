import { rightOf, type TeamNoticeKind } from '#contract/notification-kinds.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { afterWakingHours } from '#server/domain/waking-hours.ts'
import { readSettings } from '../settings/service.ts'
import { announceNotification, notifyAgain } from './service.ts'
import {
  findUnheardSince,
  findWaitingSince,
  isWaiting,
  listWithRight,
} from './team-notices-store.ts'

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

type TimedKind = 'team-guidance-half' | 'team-guidance-late' | 'team-unheard'

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

/** How long a story may wait for a first reply before the team is told, in hours of the day. */
const UNHEARD_HOURS = 12

/** Notifies the team later if nobody has answered an approved story by then. */
export async function notifyTeamIfUnheard(
  context: Context,
  trx: Queryable,
  storyId: number,
): Promise<void> {
  const { timeZone } = await readSettings(trx)
  await sendAt(context, trx, {
    job: { kind: 'team-unheard', subjectId: storyId },
    at: afterWakingHours(context.now(), UNHEARD_HOURS, timeZone),
  })
}

/** Notifies everyone with the right, unless nothing is waiting anymore. */
export async function notifyTeam(context: Context, job: JobData['tell-team']): Promise<void> {
  const { kind, subjectId } = job
  const notified = await inTransaction(context.db, async (trx) => {
    if (!(await isDue(context, trx, job))) return []
    const since = new Date(context.now().getTime() - PAUSE_MS)
    const members = await listWithRight(trx, rightOf(kind))
    // One notice may stand for several stories.
    const noticed = kind === 'team-unheard' ? null : subjectId
    for (const memberId of members) {
      await notifyAgain(context, trx, { memberId, kind, subjectId: noticed, since })
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
  if (kind === 'team-unheard') return isUnheard(context, trx, { ...job, subjectId })
  const waitingSince = await findWaitingSince(trx, subjectId)
  if (!waitingSince) return false
  const { answerPromiseHours: hours } = await readSettings(trx)
  const share = kind === 'team-guidance-half' ? 0.5 : 1
  const dueAt = waitingSince.getTime() + hours * share * HOUR_MS
  if (dueAt <= context.now().getTime()) return true
  await sendAt(context, trx, { job, at: new Date(dueAt) })
  return false
}

/** Postpones the notice if it comes too early, or at night. */
async function isUnheard(
  context: Context,
  trx: Queryable,
  job: JobData['tell-team'] & { subjectId: number },
): Promise<boolean> {
  const since = await findUnheardSince(trx, job.subjectId)
  if (!since) return false
  const { timeZone } = await readSettings(trx)
  const now = context.now()
  const due = afterWakingHours(since, UNHEARD_HOURS, timeZone)
  const at = afterWakingHours(due > now ? due : now, 0, timeZone)
  if (at <= now) return true
  await sendAt(context, trx, { job, at })
  return false
}

async function sendAt(
  context: Context,
  trx: Queryable,
  { job, at }: { job: JobData['tell-team']; at: Date },
): Promise<void> {
  const startAfter = Math.ceil((at.getTime() - context.now().getTime()) / 1_000)
  await context.jobs.send(trx, 'tell-team', job, { startAfter })
}
