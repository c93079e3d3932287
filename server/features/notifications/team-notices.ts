import { sql } from 'kysely'
import { HOUR_MS } from '#contract/durations.ts'
import {
  isTeamNotice,
  NOTIFICATION_KINDS,
  rightOf,
  type TeamNoticeKind,
} from '#contract/notification-kinds.ts'
import type { Right } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { somethingWaits } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { afterWakingHours } from '#server/domain/waking-hours.ts'
import { readSettings } from '../settings/service.ts'
import { announceNotification, notifyAgain } from './service.ts'

/** At most one notice per queue, and one email per member, within this time. */
export const PAUSE_MS = HOUR_MS

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

/** The right that opens the queue of notice `n`. */
const RIGHT_OF_KIND = sql`case n.kind ${sql.join(
  NOTIFICATION_KINDS.filter(isTeamNotice).map(
    (kind) => sql`when ${sql.lit(kind)} then ${sql.lit(rightOf(kind))}`,
  ),
  sql` `,
)} end`

/** The ids of everyone who can sign in and has the right. */
export async function listWithRight(db: Queryable, right: Right): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('memberId')
    .where('isAdmin', '=', true)
    .where(sql<boolean>`${right} = any (rights)`)
    .where('suspendedAt', 'is', null)
    .orderBy('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** When a guidance request began to wait for an answer; null if it isn't waiting for the team. */
async function findWaitingSince(db: Queryable, guidanceRequestId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('reviewItem')
    .select('waitingSince')
    .where('subject', '=', 'guidance')
    .where('subjectId', '=', guidanceRequestId)
    .executeTakeFirst()
  return row?.waitingSince ?? null
}

/** When a story was published; null unless it still is and nobody has answered it. */
async function findUnheardSince(db: Queryable, storyId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('story')
    .select('approvedAt')
    .where('storyId', '=', storyId)
    .where('status', '=', 'approved')
    .where('hiddenAt', 'is', null)
    .where('replyCount', '=', 0)
    .executeTakeFirst()
  return row?.approvedAt ?? null
}

/** Whether the queue of a notice without a subject has anything waiting. */
async function isWaiting(db: Queryable, kind: TeamNoticeKind): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select ${SOMETHING_WAITS} as is_waiting
    from (select ${kind}::notification_kind as kind) n`.execute(db)
  return rows[0]?.isWaiting ?? false
}

/** The same as a SQL expression, for the kind of `n`. */
const SOMETHING_WAITS = sql<boolean>`case n.kind
  when 'team-story' then ${somethingWaits('story')}
  when 'team-report' then ${somethingWaits('story-report', 'reply-report', 'notice')}
  when 'team-second-look' then ${somethingWaits('second-look')}
  when 'team-guidance' then ${somethingWaits('guidance')}
  when 'team-payment' then exists (
    select from payment_mismatch w
    where not w.is_mended and w.found_at > now() - interval '7 days'
  )
  when 'team-check' then exists (select from check_result w where w.state = 'failed')
  when 'team-reply' then ${somethingWaits('reply')}
  when 'team-application' then ${somethingWaits('application')}
  when 'team-prayer' then ${somethingWaits('prayer')}
  when 'team-transcript' then ${somethingWaits('transcript')}
  when 'team-unheard' then exists (
    select from story w
    where w.status = 'approved' and w.hidden_at is null and w.reply_count = 0
  )
  when 'team-connection' then exists (
    select from audit_entry w
    where w.action in ('connection-changed', 'connection-removed')
      and w.created_at > now() - interval '7 days'
  ) end`

/** Whether notice `n` still links to something and its member still has the right. */
export const TEAM_LEADS_SOMEWHERE = sql<boolean>`exists (
    select from member r
    where r.member_id = n.member_id and ${RIGHT_OF_KIND} = any (r.rights)
  ) and case when n.subject_id is null then ${SOMETHING_WAITS} else exists (
    select from review_item w where w.subject = 'guidance' and w.subject_id = n.subject_id
      and w.waiting_since is not null
  ) end`
