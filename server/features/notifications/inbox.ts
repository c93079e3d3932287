import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import {
  kindOfNotification,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSubject,
} from '#contract/notification-kinds.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, type Slice, sliceOf } from '#server/db/page.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification } from './service.ts'
import { TEAM_LEADS_SOMEWHERE } from './team-notices.ts'

/** The viewer's notifications, newest first. */
export async function readNotifications(
  context: Context,
  viewer: Viewer,
  query: { page: number; pageSize: number; unread?: 'true' | undefined },
): Promise<Page<Notification>> {
  const { rows, total } = await listNotifications(context.db, {
    memberId: viewer.id,
    isUnreadOnly: query.unread === 'true',
    ...sliceOf(query),
  })
  return { items: rows.map(presentNotification), total }
}

/** The number of unread notifications, and whether the member has a warning they haven't seen. */
export async function countUnreadNotifications(
  context: Context,
  { id }: Viewer,
): Promise<{ unread: number; hasWarning: boolean }> {
  const { rows } = await sql<{ unread: number; hasWarning: boolean }>`
    select count(*)::int as unread, exists (
      select from team_message
      where member_id = ${id} and kind = 'warning' and seen_at is null
    ) as has_warning ${unread(id)}`.execute(context.db)
  return rows[0] ?? { unread: 0, hasWarning: false }
}

/**
 * Marks a notification as read; does nothing the second time. Throws `not_found` if it isn't the
 * viewer's.
 */
export async function readOne(
  context: Context,
  viewer: Viewer,
  notificationId: number,
): Promise<void> {
  const now = context.now()
  if (!(await markRead(context.db, { memberId: viewer.id, notificationId, now }))) {
    throw new AppError('not_found', 'This notification does not exist.')
  }
  announceNotification(context, viewer.id)
}

export async function readAll(context: Context, viewer: Viewer): Promise<void> {
  const count = await markAllRead(context.db, { memberId: viewer.id, now: context.now() })
  if (count > 0) announceNotification(context, viewer.id)
}

function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.notificationId,
    kind: row.kind,
    subjectId: row.subjectId,
    subject: row.subject,
    endsAt: row.endsAt?.toISOString() ?? null,
    happenings: row.happenings,
    isRead: row.readAt !== null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

interface NotificationRow {
  notificationId: number
  kind: NotificationKind
  subjectId: number | null
  subject: string | null
  endsAt: Date | null
  happenings: number
  updatedAt: Date
  readAt: Date | null
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
async function listNotifications(
  db: Queryable,
  input: Slice & { memberId: string; isUnreadOnly: boolean },
): Promise<Listed<NotificationRow>> {
  const { memberId, isUnreadOnly, limit, offset } = input
  const wanted = isUnreadOnly ? unread(memberId) : listed(memberId)
  const { rows } = await sql<NotificationRow>`
    select n.notification_id, n.kind, n.subject_id, n.happenings, n.updated_at, n.read_at,
      case when ${isAbout('story')} then (
        select s.title from story s where s.story_id = n.subject_id
      ) when ${isAbout('prayer')} then (
        select p.content from prayer_request p where p.prayer_request_id = n.subject_id
      ) end as subject,
      case when n.kind = 'prayer-ending' then (
        select p.ends_at from prayer_request p where p.prayer_request_id = n.subject_id
      ) end as ends_at
    ${wanted}
    order by n.updated_at desc, n.notification_id desc
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${wanted}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** False if the member has no such notification. */
async function markRead(
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
async function markAllRead(db: Queryable, input: { memberId: string; now: Date }): Promise<number> {
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
