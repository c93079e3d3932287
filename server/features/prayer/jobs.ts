import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { MARK_DAYS } from './list.ts'
import { announceRequest } from './service.ts'
import { utcDate } from './store.ts'

/** Ended and returned requests are deleted after this many days. */
const KEPT_DAYS = 90
/** Authors notified per transaction. */
const NOTIFY_BATCH = 100

export async function startPrayerJobs(context: Context): Promise<void> {
  await context.jobs.repeat('tend-prayers', '7 * * * *', () => tendPrayers(context))
}

/**
 * Ends requests whose time is over, notifies authors whose request ends soon, and deletes old marks
 * and requests.
 */
export async function tendPrayers(context: Context): Promise<void> {
  const now = context.now()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  if ((await endOver(context.db, now)) > 0) announceRequest(context)
  while ((await notifyEnding(context, now)) === NOTIFY_BATCH) {
    // There are more.
  }
  // One day longer than a late prayer counts, since marks store only a date.
  await deleteMarks(context.db, daysAgo(MARK_DAYS + 1))
  await inTransaction(context.db, (trx) => deleteOver(trx, daysAgo(KEPT_DAYS)))
}

async function notifyEnding(context: Context, now: Date): Promise<number> {
  const until = new Date(now.getTime() + PRAYER_LIMITS.renewableDays * DAY_MS)
  const ending = await inTransaction(context.db, async (trx) => {
    const rows = await takeEnding(trx, { now, until, limit: NOTIFY_BATCH })
    for (const { memberId, prayerRequestId: subjectId } of rows) {
      await notify(context, trx, { memberId, kind: 'prayer-ending', subjectId })
    }
    return rows
  })
  for (const { memberId } of ending) announceNotification(context, memberId)
  return ending.length
}

/** Deletes marks from before this date (UTC). */
async function deleteMarks(db: Queryable, before: Date): Promise<void> {
  await sql`delete from prayer_mark where marked_on < ${utcDate(before)}`.execute(db)
}

/** Marks requests as ended when their time is over; returns how many. */
async function endOver(db: Queryable, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('prayerRequest')
    .set({ status: 'ended' })
    .where('status', '=', 'approved')
    .where('endsAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Selects requests that end by `until` and whose authors weren't notified yet, and marks them as
 * notified.
 */
async function takeEnding(
  trx: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ prayerRequestId: number; memberId: string }[]> {
  const { rows } = await sql<{ prayerRequestId: number; memberId: string }>`
    update prayer_request set is_end_told = true where prayer_request_id in (
      select prayer_request_id from prayer_request
      where status = 'approved' and not is_end_told and ends_at > ${now} and ends_at <= ${until}
      order by ends_at limit ${limit} for no key update skip locked
    ) returning prayer_request_id, member_id`.execute(trx)
  return rows
}

/** Deletes requests that ended or were returned before then and aren't waiting for the team. */
async function deleteOver(trx: Queryable, before: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from prayer_request
    where status in ('ended', 'rejected') and waiting_since is null
      and coalesce(ends_at, submitted_at) < ${before}
    returning prayer_request_id as id`.execute(trx)
  const deleted = rows.map(({ id }) => id)
  await setWaiting(trx, 'prayer', deleted)
}
