/** A queue with work that is due in `inMs` milliseconds, or now. */
export interface DueQueue {
  name: string
  inMs: number
}

export interface DueJobs {
  /** Checks the queues soon, because a job of this process has failed. */
  pollSoon(): void
  /** Stops, and waits for a running check to finish. */
  stop(): Promise<void>
}

/** Milliseconds between two checks of all queues; a check is one statement. */
export const POLL_MS = 5_000
/** A check finds work that is due before the next check ends, even if that one is late. */
const HORIZON_MS = 7_500
/** By then pg-boss has stored the failure and the time of the next try. */
const SOON_MS = 250

/**
 * Wakes the workers of a queue when its work is due, so that they need not poll.
 *
 * PostgreSQL notifies workers of work that can start at once. Nothing notifies them when a delay or
 * the pause before a retry is over, when a notification was lost, or when a node died while
 * working.
 */
export function wakeWhenDue(input: {
  findDue: (withinMs: number) => Promise<DueQueue[]>
  wake: (queue: string) => void
  onError: (error: Error) => void
  pollMs?: number
}): DueJobs {
  const { findDue, wake, onError, pollMs = POLL_MS } = input
  const wakeUps = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  let polling = Promise.resolve()
  let next: { timer: NodeJS.Timeout; at: number } | undefined
  const poll = async (): Promise<void> => {
    const due = await findDue(HORIZON_MS).catch((error: Error) => {
      onError(error)
      return []
    })
    if (isStopped) return
    for (const { name, inMs } of due) {
      clearTimeout(wakeUps.get(name))
      wakeUps.set(
        name,
        setTimeout(() => wake(name), Math.ceil(inMs)),
      )
    }
    pollIn(pollMs)
  }
  /** Schedules a check; only the earliest one is kept. */
  const pollIn = (ms: number): void => {
    const at = Date.now() + ms
    if (isStopped || (next && next.at <= at)) return
    clearTimeout(next?.timer)
    const timer = setTimeout(() => {
      next = undefined
      polling = polling.then(poll)
    }, ms)
    next = { timer, at }
  }
  pollIn(0)
  return {
    pollSoon: () => pollIn(SOON_MS),
    stop: async () => {
      isStopped = true
      clearTimeout(next?.timer)
      await polling
      for (const wakeUp of wakeUps.values()) clearTimeout(wakeUp)
    },
  }
}

/**
 * Finds those queues of `$1` with work due within `$2` milliseconds, and when the first of it is
 * due.
 */
export const FIND_DUE = `
  select queue.name,
    greatest(0, extract(epoch from due.start_after - job.job_now()) * 1000)::float8 as "inMs"
  from unnest($1::text[]) as queue (name),
    lateral (
      select min(start_after) as start_after from job.job
      where job.name = queue.name and state < 'active' and not blocked
        and start_after <= job.job_now() + $2::float8 * interval '1 ms'
    ) due
  where due.start_after is not null`
