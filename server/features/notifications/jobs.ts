import { sql } from 'kysely'
import { isTeamNotice, type NotificationKind } from '#contract/notification-kinds.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { queueMail } from '../email/service.ts'
import { notificationMail, teamMail } from '../email/templates/notification-mails.ts'
import { siteTitle } from '../settings/service.ts'
import { findUnread } from './inbox.ts'
import { hasNotificationMail } from './policy.ts'
import { pushTo } from './push.ts'
import { startReminderJobs } from './reminder-jobs.ts'
import { type Contact, channelsOf, delayFrom, findContact } from './service.ts'
import { notifyTeam, PAUSE_MS } from './team-notices.ts'

const NOTIFICATION = { body: 'You have something new', tag: 'news' } as const

/** The page that an email or push links to: one that shows a bystander nothing private. */
function pathOf(kind: NotificationKind): string {
  return isTeamNotice(kind) ? '/admin' : '/dashboard'
}

export async function startNotificationJobs(context: Context): Promise<void> {
  await context.jobs.work('tell-team', (job) => notifyTeam(context, job))
  await context.jobs.work('send-notification-mail', (job) => sendMail(context, job))
  await context.jobs.work('send-push', (job, { isLastTry }) => sendPush(context, job, isLastTry), {
    concurrency: 4,
  })
  await startReminderJobs(context)
}

/** Emails about a notification that is still unread, unless its member turned these emails off. */
async function sendMail(context: Context, job: JobData['send-notification-mail']): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const open = await findOpen(trx, job.notificationId)
    if (!open || !hasNotificationMail(open.kind)) return
    const { contact, kind } = open
    if (!channelsOf(contact, kind).byMail) return
    const startAfter = delayFrom(context.now(), { seconds: 0, contact })
    if (startAfter > 0) {
      return context.jobs.send(trx, 'send-notification-mail', job, { startAfter })
    }
    const isForTeam = isTeamNotice(kind)
    if (isForTeam) {
      const reserved = await reserveTeamMail(trx, { ...job, now: context.now(), pauseMs: PAUSE_MS })
      if (reserved === 'covered') return
      if (reserved !== 'send') {
        return context.jobs.send(trx, 'send-notification-mail', job, {
          startAfter: Math.ceil((reserved.getTime() - context.now().getTime()) / 1_000),
        })
      }
    }
    const brand = await siteTitle(trx)
    const url = `${context.config.publicUrl}${pathOf(kind)}`
    const mail = isForTeam ? teamMail({ brand, url }) : notificationMail({ brand, url })
    await queueMail(context, trx, { kind: 'notification', to: contact.email, mail })
  })
}

/** Pushes a notification that is still unread to one device of its member. */
async function sendPush(
  context: Context,
  job: JobData['send-push'],
  isLastTry: boolean,
): Promise<void> {
  const { db } = context
  const { notificationId, pushSubscriptionId } = job
  const open = await findOpen(db, notificationId)
  if (!open || !channelsOf(open.contact, open.kind).byPush) return
  const startAfter = delayFrom(context.now(), { seconds: 0, contact: open.contact })
  if (startAfter > 0) return context.jobs.send(db, 'send-push', job, { startAfter })
  const { memberId, kind, contact } = open
  const wait = await pushTo(
    context,
    { memberId, pushSubscriptionId, isLastTry },
    { ...NOTIFICATION, url: pathOf(kind), neutralName: contact.neutralName },
  )
  if (wait) await context.jobs.send(db, 'send-push', job, { startAfter: wait })
}

interface OpenNotification {
  memberId: string
  kind: NotificationKind
  contact: Contact
}

/** Undefined for a notification that was read or whose subject no longer exists. */
async function findOpen(
  db: Queryable,
  notificationId: number,
): Promise<OpenNotification | undefined> {
  const unread = await findUnread(db, notificationId)
  const contact = unread && (await findContact(db, unread))
  return contact && { ...unread, contact }
}

/**
 * Reserves the email to the member of a team notice. Returns `send`, `covered` if an email went out
 * since the notice began, or the instant to try again.
 */
async function reserveTeamMail(
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
