import type { Page } from '#contract/endpoint.ts'
import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { type Channels, defaultChannels, firstLoudInstant, hasNotificationMail } from './policy.ts'
import { presentNotification } from './present.ts'
import {
  type Contact,
  closeNotification,
  countUnread,
  findContact,
  listNotifications,
  markAllRead,
  markRead,
  type NotedHappening,
  noteHappenings,
  trimNotifications,
} from './store.ts'

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
export interface Happening {
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
  happening: Happening,
): Promise<void> {
  await notifyAll(context, trx, [happening])
}

/** Like `notify` for several members, each at most once. */
export async function notifyAll(
  context: Context,
  trx: Queryable,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return
  const given = { happenings, isUnseenToo: false, now: context.now(), keep: KEPT }
  const noted = await noteHappenings(trx, given)
  for (const happening of happenings) {
    const inApp = noted.find(({ memberId }) => memberId === happening.memberId)
    if (!inApp || inApp.happenings === 1)
      await queueEmailAndPushes(context, trx, { happening, inApp })
  }
}

/** Queues the email and pushes that the member wants besides the app. */
async function queueEmailAndPushes(
  context: Context,
  trx: Queryable,
  { happening, inApp }: { happening: Happening; inApp: NotedHappening | undefined },
): Promise<void> {
  const { memberId } = happening
  if (inApp?.isFull) await trimNotifications(trx, { memberId, keep: KEPT })
  const contact = await findContact(trx, happening)
  if (!contact) return
  const wants = channelsOf(contact, happening.kind)
  const byMail = wants.byMail && hasNotificationMail(happening.kind)
  const byPush = wants.byPush && contact.pushSubscriptionIds.length > 0
  if (!byMail && !byPush) return
  const noted = inApp ?? (await noteUnseen(context, trx, happening))
  if (!noted || noted.happenings > 1) return
  const { notificationId } = noted
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
async function noteUnseen(
  context: Context,
  trx: Queryable,
  happening: Happening,
): Promise<NotedHappening | undefined> {
  const now = context.now()
  const before = secondsFrom(now, -UNSEEN_SECONDS)
  await closeNotification(trx, { ...happening, before, now })
  const given = { happenings: [happening], isUnseenToo: true, now, keep: KEPT }
  const [noted] = await noteHappenings(trx, given)
  if (noted?.isFull) await trimNotifications(trx, { memberId: happening.memberId, keep: KEPT })
  return noted
}

/**
 * Like `notify` for recurring events: an unread notification from before `since` is marked as read,
 * so that the member is notified of this one too.
 */
export async function notifyAgain(
  context: Context,
  trx: Queryable,
  { since, ...happening }: Happening & { since: Date },
): Promise<void> {
  await closeNotification(trx, { ...happening, before: since, now: context.now() })
  await notify(context, trx, happening)
}

/** Marks an unread notification as read in the caller's transaction; the caller announces it. */
export async function markReadAbout(
  context: Context,
  trx: Queryable,
  happening: Happening,
): Promise<void> {
  const now = context.now()
  await closeNotification(trx, { ...happening, before: secondsFrom(now, 1), now })
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

export function countUnreadNotifications(
  context: Context,
  viewer: Viewer,
): Promise<{ unread: number; hasWarning: boolean }> {
  return countUnread(context.db, viewer.id)
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
