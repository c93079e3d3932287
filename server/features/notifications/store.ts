import { type RawBuilder, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { NotificationKind, QuietHours } from '#contract/notifications.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import type { Channels } from './policy.ts'
import { IS_TEAM_NOTICE, TEAM_LEADS_SOMEWHERE } from './team-notices-store.ts'

/** What a member's notifications may be about. */
export interface Happening {
  memberId: string
  kind: NotificationKind
  /** A story, a guidance or prayer request or a team message; null for the live room and for prayers. */
  subjectId: number | null
}

export interface NotificationRow {
  notificationId: number
  kind: NotificationKind
  subjectId: number | null
  title: string | null
  happenings: number
  updatedAt: Date
  readAt: Date | null
}

/** How a member can be told of one kind of thing. */
export interface Contact {
  email: string
  /** Who may not sign in is sent nothing. */
  isSuspended: boolean
  /** Mails to the address come back, or were called spam. */
  isHeldBack: boolean
  timeZone: string
  neutralName: NeutralName | null
  quietHours: QuietHours | null
  /** Null for who has chosen nothing. */
  chosen: Channels | null
  pushSubscriptionIds: number[]
}

/** Undefined for an account that is gone. */
export async function findContact(
  db: Queryable,
  { memberId, kind }: { memberId: string; kind: NotificationKind },
): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select m.email, m.suspended_at is not null as is_suspended,
      exists (
        select from email_suppression s where s.email = m.email and s.lifted_at is null
      ) as is_held_back,
      m.time_zone, m.neutral_name, ${QUIET_HOURS} as quiet_hours,
      case when c.kind is not null then
        json_build_object('inApp', c.in_app, 'byMail', c.by_mail, 'byPush', c.by_push)
      end as chosen,
      array(
        select push_subscription_id from push_subscription p where p.member_id = m.member_id
        order by push_subscription_id
      ) as push_subscription_ids
    from member m
    left join notification_choice c on c.member_id = m.member_id and c.kind = ${kind}
    where m.member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** Null unless both ends are set. */
const QUIET_HOURS = sql`case when m.quiet_from is not null and m.quiet_to is not null
  then json_build_object('from', m.quiet_from, 'to', m.quiet_to) end`

export interface NotedHappening {
  memberId: string
  notificationId: number
  happenings: number
  /** Whether the member had `keep` notifications before this one began. */
  isFull: boolean
}

interface Noting {
  /** Also for members who do not see the kind in the app. */
  isUnseenToo: boolean
  now: Date
  keep: number
}

/**
 * Counts happenings into the unread notifications about the same things, or begins them; of members
 * who see their kind in the app. The others, and accounts that are gone, are left out.
 */
export async function noteHappenings(
  trx: Queryable,
  { told, ...noting }: Noting & { told: readonly Happening[] },
): Promise<NotedHappening[]> {
  const happenings = sql`unnest(
    ${told.map(({ memberId }) => memberId)}::uuid[],
    ${told.map(({ kind }) => kind)}::notification_kind[],
    ${told.map(({ subjectId }) => subjectId)}::int[]
  ) as t (member_id, kind, subject_id)`
  const { rows } = await sql<NotedHappening>`${notingOf(happenings, noting)}`.execute(trx)
  return rows
}

/** The same as a part of a statement. `told` gives `t` with `member_id`, `kind`, `subject_id`. */
export function notingOf(
  told: RawBuilder<unknown>,
  { isUnseenToo, now, keep }: Noting,
): RawBuilder<NotedHappening> {
  return sql`
    insert into notification (member_id, kind, subject_id, created_at, updated_at)
    select t.member_id, t.kind, t.subject_id, ${now}, ${now}
    from ${told} join member m on m.member_id = t.member_id
    left join notification_choice c on c.member_id = t.member_id and c.kind = t.kind
    where ${sql.lit(isUnseenToo)} or coalesce(c.in_app, true)
    on conflict (member_id, kind, subject_id) where read_at is null
    do update set happenings = notification.happenings + 1, updated_at = excluded.updated_at
    returning member_id, notification_id, happenings, happenings = 1 and exists (
      select from notification kept
      where kept.member_id = notification.member_id offset ${sql.lit(keep - 1)}
    ) as is_full`
}

/**
 * Whether somebody may have to be told beyond the app, as an expression: who has no unread
 * notification about it, and gets emails or pushes. `told` is as for `notingOf`.
 */
export function needsMoreThanApp(
  told: RawBuilder<unknown>,
  mailedByDefault: readonly NotificationKind[],
): RawBuilder<boolean> {
  return sql`exists (
    select from ${told}
    left join notification_choice c on c.member_id = t.member_id and c.kind = t.kind
    where (
      not c.in_app or coalesce(c.by_mail, t.kind = any(${mailedByDefault}::notification_kind[]))
      or exists (select from push_subscription p where p.member_id = t.member_id)
    ) and not (coalesce(c.in_app, true) and exists (
      select from notification n
      where n.member_id = t.member_id and n.kind = t.kind and n.subject_id = t.subject_id
        and n.read_at is null
    ))
  )`
}

/** Ends an unread notification that began before an instant, so that the next one is new. */
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

/** Removes what a member has beyond so many: the oldest, read ones first. */
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

/**
 * Whether notification `n` still leads somewhere for its member: a story that they may see, a
 * request that is there.
 */
const LEADS_SOMEWHERE = sql`case
  when n.kind = 'live-on-air' then true
  when ${IS_TEAM_NOTICE} then ${TEAM_LEADS_SOMEWHERE}
  when n.kind in ('warning', 'report-closed') then exists (
    select from team_message t
    where t.team_message_id = n.subject_id and t.member_id = n.member_id
  )
  when n.kind in ('prayer-approved', 'prayer-returned', 'prayer-received', 'prayer-ending') then exists (
    select from prayer_request p where p.member_id = n.member_id
      and (n.subject_id is null or p.prayer_request_id = n.subject_id)
  )
  when n.kind = 'guidance-answered' then exists (
    select from guidance_request g
    where g.guidance_request_id = n.subject_id and g.member_id = n.member_id
  )
  else exists (
    select from story s where s.story_id = n.subject_id and (
      s.member_id = n.member_id or (s.status = 'approved' and s.hidden_at is null)
    )
  ) end`

/** Notifications of `n` that stand in their member's list. */
function listed(memberId: string): RawBuilder<unknown> {
  return sql`from notification n
    left join notification_choice c on c.member_id = n.member_id and c.kind = n.kind
    where n.member_id = ${memberId} and coalesce(c.in_app, true) and ${LEADS_SOMEWHERE}`
}

function unread(memberId: string): RawBuilder<unknown> {
  return sql`${listed(memberId)} and n.read_at is null`
}

/** The newest first, with the count of all. */
export async function listNotifications(
  db: Queryable,
  input: Slice & { memberId: string; isUnreadOnly: boolean },
): Promise<Listed<NotificationRow>> {
  const { memberId, isUnreadOnly, limit, offset } = input
  const wanted = isUnreadOnly ? unread(memberId) : listed(memberId)
  const { rows } = await sql<NotificationRow>`
    select n.notification_id, n.kind, n.subject_id, n.happenings, n.updated_at, n.read_at,
      case when n.kind not in (
        'guidance-answered', 'live-on-air', 'warning', 'report-closed',
        'prayer-approved', 'prayer-returned', 'prayer-received', 'prayer-ending'
      ) and not ${IS_TEAM_NOTICE} then (
        select s.title from story s where s.story_id = n.subject_id
      ) end as title
    ${wanted}
    order by n.updated_at desc, n.notification_id desc
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${wanted}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Also whether the member has a warning that they have not seen. */
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

/** False for a notification that the member does not have. */
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

/** Who an unread notification that still leads somewhere is for. */
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
