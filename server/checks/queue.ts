import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { Db } from '#server/db/connect.ts'
import { JOB_NAMES } from '#server/db/jobs.ts'
import { type Check, databaseCheck, failed, ok, skipped, type Verdict, warning } from './check.ts'
import { counted, spanInWords } from './words.ts'

/** `oldest` is the job that is most overdue. */
export function judgeWaiting({ overdue, oldest }: WaitingWork): Verdict {
  if (!oldest || oldest.overdueMs < 15 * MINUTE_MS) return ok('No background work is late.')
  const advice = {
    finding: `${counted(overdue, 'task is', 'tasks are')} waiting. The oldest, “${oldest.name}”, is ${spanInWords(oldest.overdueMs)} late.`,
    meaning: 'Emails, notifications and recordings arrive late or not at all.',
    action: 'Restart the server. If it happens again, look for errors in its log.',
  }
  return oldest.overdueMs >= HOUR_MS ? failed(advice) : warning(advice)
}

/** `kinds` are the jobs given up in the last day, the most frequent first. */
export function judgeFailed(kinds: readonly { name: string; count: number }[]): Verdict {
  if (kinds.length === 0) return ok('No background work was given up in the last day.')
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  const names = kinds.slice(0, 3).map(({ name, count }) => `${name} (${count})`)
  const advice = {
    finding: `${counted(all, 'task was', 'tasks were')} given up in the last day: ${names.join(', ')}.`,
    meaning: 'The work of these tasks was not done, such as sending an email or removing a file.',
    action: 'Look for errors in the server’s log, and check the services that it uses.',
  }
  return all >= 20 ? failed(advice) : warning(advice)
}

export const QUEUE_CHECKS: readonly Check[] = [
  databaseCheck({
    name: 'jobs-waiting',
    title: 'Background work',
    run: async ({ db, server }) =>
      server?.isStarting
        ? skipped('The server has just started.')
        : judgeWaiting(await readWaitingWork(db)),
  }),
  databaseCheck({
    name: 'jobs-failed',
    title: 'Failed background work',
    run: async ({ db }) => judgeFailed(await readFailedWork(db)),
  }),
]

/** Jobs are counted up to this number, per queue. */
const MOST_COUNTED = 1_000

export interface QueueDepth {
  name: string
  /** Number of jobs that could run now. */
  waiting: number
  /** How long the oldest of them is overdue; null if there is none. */
  overdueMs: number | null
}

/** The depth of each queue, except those of scheduled jobs. */
export async function readQueueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select queue.name, due.waiting,
      greatest(0, extract(epoch from job.job_now() - due.oldest) * 1000)::float8 as overdue_ms
    from unnest(${JOB_NAMES}::text[]) as queue (name),
      lateral (
        select count(*)::int as waiting, min(start_after) as oldest from (
          select start_after from job.job
          where job.name = queue.name and state < 'active' and not blocked
            and start_after <= job.job_now()
          order by start_after limit ${sql.lit(MOST_COUNTED)}
        ) counted
      ) due
    order by queue.name`.execute(db)
  return rows
}

interface WaitingWork {
  overdue: number
  oldest: { name: string; overdueMs: number } | undefined
}

async function readWaitingWork(db: Db): Promise<WaitingWork> {
  const depths = await readQueueDepths(db)
  const waiting = depths.flatMap(({ name, overdueMs }) =>
    overdueMs === null ? [] : [{ name, overdueMs }],
  )
  const [oldest] = waiting.sort((one, other) => other.overdueMs - one.overdueMs)
  return { overdue: depths.reduce((sum, depth) => sum + depth.waiting, 0), oldest }
}

/** Kinds of jobs whose last try failed in the last day, the most frequent first. */
export async function readFailedWork(db: Db): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from job.job
    where state = 'failed' and completed_on > job.job_now() - interval '1 day'
    group by name order by count desc, name limit 50`.execute(db)
  return rows
}
