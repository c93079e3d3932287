import { sql } from 'kysely'
import { HOUR_MS } from '#contract/durations.ts'
import type { Db } from '#server/db/connect.ts'
import { type QueueDepth, readFailedWork, readQueueDepths } from './queue.ts'

/** Figures about a site; none of them concerns a person. */
export interface SiteFigures extends Sums {
  queues: QueueDepth[]
  failedJobs: number
  checks: { check: string; isFailed: boolean }[]
}

interface Sums {
  /** In the last hour, including mailings; each counted up to 100,000. */
  sentEmails: number
  /** In the last day. Counted up to 1,000, like all others. */
  failedEmails: number
  /** Of the last 7 days. */
  mismatches: number
  /** -1 without a backup. */
  backupAgeSeconds: number
}

export async function readSiteFigures(db: Db, now: Date): Promise<SiteFigures> {
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS)
  const { rows } = await sql<Sums>`
    select
      (select count(*)::int from (select from email_message
        where sent_at >= ${ago(1)} limit 100000) counted)
      + (select count(*)::int from (select from mailing_recipient
        where status = 'sent' and done_at >= ${ago(1)} limit 100000) counted) as sent_emails,
      (select count(*)::int from (select from email_message
        where failed_at >= ${ago(24)} limit 1000) counted) as failed_emails,
      (select count(*)::int from (select from payment_mismatch
        where found_at >= ${ago(7 * 24)} and not is_mended limit 1000) counted) as mismatches,
      coalesce((select extract(epoch from ${now}::timestamptz - made_at) from backup_record),
        -1)::float8 as backup_age_seconds`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('A select without a table has one row.')
  const [queues, failedWork, results] = await Promise.all([
    readQueueDepths(db),
    readFailedWork(db),
    db.selectFrom('checkResult').select(['checkName', 'state']).execute(),
  ])
  return {
    ...sums,
    queues,
    failedJobs: failedWork.reduce((sum, { count }) => sum + count, 0),
    checks: results.map(({ checkName: check, state }) => ({ check, isFailed: state === 'failed' })),
  }
}
