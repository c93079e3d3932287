import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { nextReminder } from '#server/domain/reminder.ts'
import { unsubscribeUrl } from '../email/preferences.ts'
import { queueMail } from '../email/service.ts'
import { reminderMail } from '../email/templates/notification-mails.ts'
import { siteTitle } from '../settings/service.ts'
import { pushTo } from './push.ts'
import {
  type DueReminder,
  findSent,
  LATEST_REMINDER_MS,
  lockReminders,
  mayRemind,
  saveReplanned,
} from './reminder.ts'

const EVERY_MINUTE = '* * * * *'
/** Reminders per transaction. */
const BATCH = 100
/**
 * Reminders per run. On a big site they are spread over several minutes, so that other work goes
 * on.
 */
const MOST_PER_TURN = 3_000
/** A page that shows a bystander nothing private. */
const PATH = '/dashboard'

export async function startReminderJobs(context: Context): Promise<void> {
  await context.jobs.repeat('run-reminders', EVERY_MINUTE, () => runReminders(context))
  await context.jobs.work(
    'send-reminder-push',
    (job, { isLastTry }) => sendPush(context, job, isLastTry),
    { concurrency: 2 },
  )
}

/** Sends the reminders that are due. Several nodes may run this at once. */
export async function runReminders(context: Context): Promise<void> {
  for (const which of ['due', 'astray'] as const) {
    for (let count = 0; count < MOST_PER_TURN; count += BATCH) {
      if ((await runBatch(context, which)) < BATCH) break
    }
  }
}

/**
 * Handles a batch of reminders and schedules the next ones. Emails and pushes are queued in the
 * same transaction, so a reminder is sent exactly if it is recorded as sent.
 */
function runBatch(context: Context, which: 'due' | 'astray'): Promise<number> {
  const now = context.now()
  return inTransaction(context.db, async (trx) => {
    const due = await lockReminders(trx, { which, now, limit: BATCH })
    if (due.length === 0) return 0
    const brand = await siteTitle(trx)
    const all = due.map((row) => {
      const { nextAt: dueAt, nextDay: day } = row
      const sentDay = mayRemind(row, { dueAt, day, now }) ? day : null
      const next = nextReminder({ ...row, after: now, sentDay: sentDay ?? row.sentDay })
      return { row, memberId: row.memberId, next, sentDay }
    })
    for (const { row, sentDay } of all) {
      if (sentDay !== null) await send(context, trx, { row, brand, now })
    }
    await saveReplanned(trx, { all, now })
    return due.length
  })
}

async function send(
  context: Context,
  trx: Trx,
  { row, brand, now }: { row: DueReminder; brand: string; now: Date },
): Promise<void> {
  const { memberId, channel, email, pushSubscriptionIds } = row
  if (channel === 'email') {
    const unsubscribe = unsubscribeUrl(context, { memberId, kind: 'reminder' })
    const url = context.config.publicUrl + PATH
    return queueMail(context, trx, {
      kind: 'reminder',
      to: email,
      mail: reminderMail({ brand, url, unsubscribeUrl: unsubscribe }),
      unsubscribeUrl: unsubscribe,
      expiresAt: new Date(now.getTime() + LATEST_REMINDER_MS),
      isPatient: true,
    })
  }
  for (const pushSubscriptionId of pushSubscriptionIds) {
    await context.jobs.send(trx, 'send-reminder-push', { memberId, pushSubscriptionId })
  }
}

/** Pushes the latest reminder to one device, unless it is no longer needed. */
async function sendPush(
  context: Context,
  job: JobData['send-reminder-push'],
  isLastTry: boolean,
): Promise<void> {
  const { memberId, pushSubscriptionId } = job
  const row = await findSent(context.db, memberId)
  if (row?.channel !== 'push' || row.nextAt === null) return
  const { sentAt: dueAt, sentDay: day, neutralName } = row
  if (!mayRemind(row, { dueAt, day, now: context.now() })) return
  const wait = await pushTo(
    context,
    { memberId, pushSubscriptionId, isLastTry },
    { body: 'Your daily reminder', url: PATH, tag: 'reminder', neutralName },
  )
  if (wait) {
    await context.jobs.send(context.db, 'send-reminder-push', job, { startAfter: wait })
  }
}
