import { sql } from 'kysely'
import {
  isTeamNotice,
  NOTIFICATION_KINDS,
  rightOf,
  type TeamNoticeKind,
} from '#contract/notification-kinds.ts'
import type { Right } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import { somethingWaits } from '#server/db/review-items.ts'

/** The right that opens the queue of notice `n`. */
const RIGHT_OF_KIND = sql`case n.kind ${sql.join(
  NOTIFICATION_KINDS.filter(isTeamNotice).map(
    (kind) => sql`when ${sql.lit(kind)} then ${sql.lit(rightOf(kind))}`,
  ),
  sql` `,
)} end`

/** Everyone who can sign in and has the right. */
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
export async function findWaitingSince(
  db: Queryable,
  guidanceRequestId: number,
): Promise<Date | null> {
  const row = await db
    .selectFrom('reviewItem')
    .select('waitingSince')
    .where('subject', '=', 'guidance')
    .where('subjectId', '=', guidanceRequestId)
    .executeTakeFirst()
  return row?.waitingSince ?? null
}

/** When a story was published; null unless it still is and nobody has answered it. */
export async function findUnheardSince(db: Queryable, storyId: number): Promise<Date | null> {
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
export async function isWaiting(db: Queryable, kind: TeamNoticeKind): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select ${SOMETHING_WAITS} as is_waiting
    from (select ${kind}::notification_kind as kind) n`.execute(db)
  return rows[0]?.isWaiting ?? false
}

/** The same as a SQL expression, for the kind of `n`. */
const SOMETHING_WAITS = sql<boolean>`case n.kind
  when 'team-story' then ${somethingWaits('story')}
  when 'team-report' then ${somethingWaits('story-report', 'reply-report')}
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
  ) end`

/** Whether notice `n` still links to something and its member still has the right. */
export const TEAM_LEADS_SOMEWHERE = sql<boolean>`exists (
    select from member r
    where r.member_id = n.member_id and ${RIGHT_OF_KIND} = any (r.rights)
  ) and case when n.subject_id is null then ${SOMETHING_WAITS} else exists (
    select from review_item w where w.subject = 'guidance' and w.subject_id = n.subject_id
      and w.waiting_since is not null
  ) end`

/**
 * Reserves the email to the member of a team notice. Returns `send`, `covered` if an email went out
 * since the notice began, or the instant to try again.
 */
export async function reserveTeamMail(
  trx: Queryable,
  { notificationId, now, pauseMs }: { notificationId: number; now: Date; pauseMs: number },
): Promise<'send' | 'covered' | Date> {
  const { rows } = await sql<{ memberId: string; beganAt: Date; mailedAt: Date | null }>`
    select m.member_id, n.created_at as began_at, m.team_mailed_at as mailed_at
    from notification n join member m on m.member_id = n.member_id
    where n.notification_id = ${notificationId} for no key update of m`.execute(trx)
  const [found] = rows
  if (!found) return 'covered'
  const { memberId, beganAt, mailedAt } = found
  if (mailedAt && mailedAt >= beganAt) return 'covered'
  const next = mailedAt && new Date(mailedAt.getTime() + pauseMs)
  if (next && next > now) return next
  await trx
    .updateTable('member')
    .set({ teamMailedAt: now })
    .where('memberId', '=', memberId)
    .execute()
  return 'send'
}
