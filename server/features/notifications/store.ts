import { type RawBuilder, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import {
  kindOfNotification,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSubject,
} from '#contract/notification-kinds.ts'
import type { QuietHours } from '#contract/notifications.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import type { Channels } from './policy.ts'
import type { Happening } from './service.ts'
import { TEAM_LEADS_SOMEWHERE } from './team-notices-store.ts'

export interface NotificationRow {
  notificationId: number
  kind: NotificationKind
  subjectId: number | null
  title: string | null
  happenings: number
  updatedAt: Date
  readAt: Date | null
}

/** How and when a member can be reached. */
export interface Reachable {
  email: string
  /** Suspended members get no emails or pushes. */
  isSuspended: boolean
  /** Emails to the address bounced or were marked as spam. */
  isHeldBack: boolean
  timeZone: string
  neutralName: NeutralName | null
  quietHours: QuietHours | null
  pushSubscriptionIds: number[]
}

/** How a member can be notified of one kind. */
export interface Contact extends Reachable {
  /** Null if the member has chosen nothing. */
  chosen: Channels | null
}

/** Undefined if the account no longer exists. */
export async function findContact(
  db: Queryable,
  { memberId, kind }: { memberId: string; kind: NotificationKind },
): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${REACHABLE},
      case when c.kind is not null then
        json_build_object('inApp', c.in_app, 'byMail', c.by_mail, 'byPush', c.by_push)
      end as chosen
    from member m
    left join notification_choice c on c.member_id = m.member_id and c.kind = ${kind}
    where m.member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** The columns of `Reachable` for member `m`. Quiet hours are null unless both ends are set. */
export const REACHABLE = sql`
  m.email, m.suspended_at is not null as is_suspended, m.time_zone, m.neutral_name,
  exists (
    select from email_suppression s where s.email = m.email and s.lifted_at is null
  ) as is_held_back,
  case when m.quiet_from is not null and m.quiet_to is not null
    then json_build_object('from', m.quiet_from, 'to', m.quiet_to) end as quiet_hours,
  array(
    select push_subscription_id from push_subscription p where p.member_id = m.member_id
    order by push_subscription_id
  ) as push_subscription_ids`

export interface NotedHappening {
  memberId: string
  notificationId: number
  happenings: number
  /** True for a new notification if the member already had `keep` of them. */
  isFull: boolean
}

interface Noting {
  /** Includes members who turned the kind off in the app. */
  isUnseenToo: boolean
  now: Date
  keep: number
}

/**
 * Adds happenings to the unread notifications about the same subjects, or creates new ones, for
 * members who see the kind in the app. Other members and deleted accounts are left out.
 */
export async function noteHappenings(
  trx: Queryable,
  { happenings, isUnseenToo, now, keep }: Noting & { happenings: readonly Happening[] },
): Promise<NotedHappening[]> {
  const { rows } = await sql<NotedHappening>`
    insert into notification (member_id, kind, subject_id, created_at, updated_at)
    select t.member_id, t.kind, t.subject_id, ${now}, ${now}
    from unnest(
      ${happenings.map(({ memberId }) => memberId)}::uuid[],
      ${happenings.map(({ kind }) => kind)}::notification_kind[],
      ${happenings.map(({ subjectId }) => subjectId)}::int[]
    ) as t (member_id, kind, subject_id)
    join member m on m.member_id = t.member_id
    left join notification_choice c on c.member_id = t.member_id and c.kind = t.kind
    where ${isUnseenToo} or coalesce(c.in_app, true)
    on conflict (member_id, kind, subject_id) where read_at is null
    do update set happenings = notification.happenings + 1, updated_at = excluded.updated_at
    returning member_id, notification_id, happenings, happenings = 1 and exists (
      select from notification kept
      where kept.member_id = notification.member_id offset ${sql.lit(keep - 1)}
    ) as is_full`.execute(trx)
  return rows
}

/**
 * Marks an unread notification from before an instant as read, so that the next event makes a new
 * one.
 */
export async function closeNotification(
  trx: Queryable,
  { memberId, kind, subjectId, before, now }: Happening & { before: Date; now: Date },
): Promise<void> {
  await trx
    .updateTable('notification')
    .set({ readAt: now })
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('subjectId', 'is not distinct from', subjectId)
    .where('readAt', 'is', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Deletes a member's notifications beyond `keep`: read ones first, then the oldest. */
export async function trimNotifications(
  trx: Queryable,
  { memberId, keep }: { memberId: string; keep: number },
): Promise<void> {
  await sql`
    delete from notification where notification_id in (
      select notification_id from notification
      where notification_id in (
        select notification_id from notification where member_id = ${memberId}
        order by (read_at is null) desc, updated_at desc, notification_id desc
        offset ${keep}
      )
      order by notification_id for update skip locked
    )`.execute(trx)
}

/** Whether notification `n` is about such a thing. */
function isAbout(subject: NotificationSubject): RawBuilder<boolean> {
  const kinds = NOTIFICATION_KINDS.filter((kind) => kindOfNotification(kind).about === subject)
  return sql`n.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`
}

/**
 * Whether notification `n` still links to something its member may see: a visible story or an
 * existing request.
 */
const LEADS_SOMEWHERE = sql`case
  when ${isAbout('live')} then true
  when ${isAbout('queue')} then ${TEAM_LEADS_SOMEWHERE}
  when ${isAbout('team-message')} then exists (
    select from team_message t
    where t.team_message_id = n.subject_id and t.member_id = n.member_id
  )
  when ${isAbout('prayer')} then exists (
    select from prayer_request p where p.member_id = n.member_id
      and (n.subject_id is null or p.prayer_request_id = n.subject_id)
  )
  when ${isAbout('guidance')} then exists (
    select from guidance_request g
    where g.guidance_request_id = n.subject_id and g.member_id = n.member_id
  )
  else exists (
    select from story s where s.story_id = n.subject_id and (
      s.member_id = n.member_id or (s.status = 'approved' and s.hidden_at is null)
    )
  ) end`

/** Notifications `n` in a member's list. */
function listed(memberId: string): RawBuilder<unknown> {
  return sql`from notification n
    left join notification_choice c on c.member_id = n.member_id and c.kind = n.kind
    where n.member_id = ${memberId} and coalesce(c.in_app, true) and ${LEADS_SOMEWHERE}`
}

function unread(memberId: string): RawBuilder<unknown> {
  return sql`${listed(memberId)} and n.read_at is null`
}

/** Newest first, with the total count. */
export async function listNotifications(
  db: Queryable,
  input: Slice & { memberId: string; isUnreadOnly: boolean },
): Promise<Listed<NotificationRow>> {
  const { memberId, isUnreadOnly, limit, offset } = input
  const wanted = isUnreadOnly ? unread(memberId) : listed(memberId)
  const { rows } = await sql<NotificationRow>`
    select n.notification_id, n.kind, n.subject_id, n.happenings, n.updated_at, n.read_at,
      case when ${isAbout('story')} then (
        select s.title from story s where s.story_id = n.subject_id
      ) end as title
    ${wanted}
    order by n.updated_at desc, n.notification_id desc
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${wanted}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The number of unread notifications, and whether the member has a warning they haven't seen. */
export async function countUnread(
  db: Queryable,
  memberId: string,
): Promise<{ unread: number; hasWarning: boolean }> {
  const { rows } = await sql<{ unread: number; hasWarning: boolean }>`
    select count(*)::int as unread, exists (
      select from team_message
      where member_id = ${memberId} and kind = 'warning' and seen_at is null
    ) as has_warning ${unread(memberId)}`.execute(db)
  return rows[0] ?? { unread: 0, hasWarning: false }
}

/** False if the member has no such notification. */
export async function markRead(
  db: Queryable,
  input: { memberId: string; notificationId: number; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('notification')
    .set((eb) => ({ readAt: eb.fn.coalesce('readAt', eb.val(input.now)) }))
    .where('notificationId', '=', input.notificationId)
    .where('memberId', '=', input.memberId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns how many were unread. */
export async function markAllRead(
  db: Queryable,
  input: { memberId: string; now: Date },
): Promise<number> {
  const result = await db
    .updateTable('notification')
    .set({ readAt: input.now })
    .where('memberId', '=', input.memberId)
    .where('readAt', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The member and kind of an unread notification that still links to something. */
export async function findUnread(
  db: Queryable,
  notificationId: number,
): Promise<{ memberId: string; kind: NotificationKind } | undefined> {
  const { rows } = await sql<{ memberId: string; kind: NotificationKind }>`
    select n.member_id, n.kind from notification n
    where n.notification_id = ${notificationId} and n.read_at is null
      and ${LEADS_SOMEWHERE}`.execute(db)
  return rows[0]
}
