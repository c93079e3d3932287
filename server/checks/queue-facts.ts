import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { JOB_NAMES } from '#server/db/jobs.ts'

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

export interface WaitingWork {
  overdue: number
  oldest: { name: string; overdueMs: number } | undefined
}

export async function readWaitingWork(db: Db): Promise<WaitingWork> {
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
