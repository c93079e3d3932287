import { sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { QuietHours } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Channels, defaultChannels, firstLoudInstant, hasNotificationMail } from './policy.ts'

/**
 * A member who opens the app within this time needs no email, and several events make one email.
 */
const MAIL_DELAY_SECONDS = 10 * 60
const PUSH_DELAY_SECONDS = 30
/** Notifications kept per member; older ones are deleted. */
const KEPT = 200
/**
 * A member who turned a kind off in the app never reads its notifications, so one notification
 * covers everything within this time.
 */
const UNSEEN_SECONDS = 24 * 60 * 60

/** An event that a member is notified of. */
export interface NotificationEvent {
  memberId: string
  kind: NotificationKind
  /** A story, a guidance or prayer request or a team message; null for the live room and for prayers. */
  subjectId: number | null
}

/**
 * Notifies a member in the caller's transaction: in the app, by email and by push, as the member
 * has chosen. Further events about the same subject, before the member reads the notification, add
 * to it without another email or push. The caller doesn't notify members of their own actions, and
 * calls `announceNotification` after the commit.
 */
export async function notify(
  context: Context,
  trx: Queryable,
  event: NotificationEvent,
): Promise<void> {
  await notifyAll(context, trx, [event])
}

/** Like `notify` for several members, each at most once. */
export async function notifyAll(
  context: Context,
  trx: Queryable,
  events: readonly NotificationEvent[],
): Promise<void> {
  if (events.length === 0) return
  const given = { events, isUnseenToo: false, now: context.now(), keep: KEPT }
  const added = await addNotifications(trx, given)
  for (const event of events) {
    const inApp = added.find(({ memberId }) => memberId === event.memberId)
    if (!inApp || inApp.happenings === 1) await queueEmailAndPushes(context, trx, { event, inApp })
  }
}

/** Queues the email and pushes that the member wants besides the app. */
async function queueEmailAndPushes(
  context: Context,
  trx: Queryable,
  { event, inApp }: { event: NotificationEvent; inApp: AddedNotification | undefined },
): Promise<void> {
  const { memberId } = event
  if (inApp?.isFull) await trimNotifications(trx, { memberId, keep: KEPT })
  const contact = await findContact(trx, event)
  if (!contact) return
  const wants = channelsOf(contact, event.kind)
  const byMail = wants.byMail && hasNotificationMail(event.kind)
  const byPush = wants.byPush && contact.pushSubscriptionIds.length > 0
  if (!byMail && !byPush) return
  const added = inApp ?? (await addUnseen(context, trx, event))
  if (!added || added.happenings > 1) return
  const { notificationId } = added
  const now = context.now()
  if (byMail) {
    const options = { startAfter: delayFrom(now, { seconds: MAIL_DELAY_SECONDS, contact }) }
    await context.jobs.send(trx, 'send-notification-mail', { notificationId }, options)
  }
  if (!byPush) return
  const options = { startAfter: delayFrom(now, { seconds: PUSH_DELAY_SECONDS, contact }) }
  for (const pushSubscriptionId of contact.pushSubscriptionIds) {
    await context.jobs.send(trx, 'send-push', { notificationId, pushSubscriptionId }, options)
  }
}

/** Stores a notification that counts events, for a member who turned this kind off in the app. */
async function addUnseen(
  context: Context,
  trx: Queryable,
  event: NotificationEvent,
): Promise<AddedNotification | undefined> {
  const now = context.now()
  const before = secondsFrom(now, -UNSEEN_SECONDS)
  await closeNotification(trx, { ...event, before, now })
  const given = { events: [event], isUnseenToo: true, now, keep: KEPT }
  const [added] = await addNotifications(trx, given)
  if (added?.isFull) await trimNotifications(trx, { memberId: event.memberId, keep: KEPT })
  return added
}

/**
 * Like `notify` for recurring events: an unread notification from before `since` is marked as read,
 * so that the member is notified of this one too.
 */
export async function notifyAgain(
  context: Context,
  trx: Queryable,
  { since, ...event }: NotificationEvent & { since: Date },
): Promise<void> {
  await closeNotification(trx, { ...event, before: since, now: context.now() })
  await notify(context, trx, event)
}

/** Marks an unread notification as read in the caller's transaction; the caller announces it. */
export async function markReadAbout(
  context: Context,
  trx: Queryable,
  event: NotificationEvent,
): Promise<void> {
  const now = context.now()
  await closeNotification(trx, { ...event, before: secondsFrom(now, 1), now })
}

/** Notifies the member's open pages on every node. Call it after the commit. */
export function announceNotification(context: Context, memberId: string): void {
  context.changes.announce({ kind: 'notification', memberId })
}

/**
 * Where and when to send the email of a kind that has its own; undefined if the member doesn't want
 * it. `startAfter` is in seconds from now.
 */
export async function findMailing(
  context: Context,
  trx: Queryable,
  recipient: { memberId: string; kind: NotificationKind },
): Promise<{ to: string; startAfter: number } | undefined> {
  const contact = await findContact(trx, recipient)
  if (!contact || !channelsOf(contact, recipient.kind).byMail) return undefined
  return { to: contact.email, startAfter: delayFrom(context.now(), { seconds: 0, contact }) }
}

/**
 * The channels that apply to a contact: their choice or the default, without emails or pushes that
 * can't be sent.
 */
export function channelsOf(contact: Contact, kind: NotificationKind): Channels {
  const channels = contact.chosen ?? defaultChannels(kind)
  if (contact.isSuspended) return { ...channels, byMail: false, byPush: false }
  return contact.isHeldBack ? { ...channels, byMail: false } : channels
}

/** Seconds from now until `seconds` have passed, extended to the end of quiet hours. */
export function delayFrom(
  now: Date,
  { seconds, contact }: { seconds: number; contact: Contact },
): number {
  const at = firstLoudInstant(secondsFrom(now, seconds), contact)
  return Math.ceil((at.getTime() - now.getTime()) / 1000)
}

function secondsFrom(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
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

interface AddedNotification {
  memberId: string
  notificationId: number
  happenings: number
  /** True for a new notification if the member already had `keep` of them. */
  isFull: boolean
}

interface Adding {
  /** Includes members who turned the kind off in the app. */
  isUnseenToo: boolean
  now: Date
  keep: number
}

/**
 * Adds events to the unread notifications about the same subjects, or creates new ones, for
 * members who see the kind in the app. Other members and deleted accounts are left out.
 */
async function addNotifications(
  trx: Queryable,
  { events, isUnseenToo, now, keep }: Adding & { events: readonly NotificationEvent[] },
): Promise<AddedNotification[]> {
  const { rows } = await sql<AddedNotification>`
    insert into notification (member_id, kind, subject_id, created_at, updated_at)
    select t.member_id, t.kind, t.subject_id, ${now}, ${now}
    from unnest(
      ${events.map(({ memberId }) => memberId)}::uuid[],
      ${events.map(({ kind }) => kind)}::notification_kind[],
      ${events.map(({ subjectId }) => subjectId)}::int[]
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
async function closeNotification(
  trx: Queryable,
  { memberId, kind, subjectId, before, now }: NotificationEvent & { before: Date; now: Date },
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
async function trimNotifications(
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
