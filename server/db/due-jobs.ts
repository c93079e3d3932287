/** A queue with work that is due now, or in that many milliseconds. */
export interface DueQueue {
  name: string
  inMs: number
}

export interface DueJobs {
  /** Looks at the queues in a moment, because work of this process has failed. */
  lookSoon(): void
  /** Stops, and waits for the look under way. */
  stop(): Promise<void>
}

/** Milliseconds from one look at all queues to the next; a look is one statement. */
export const LOOK_MS = 5_000
/** A look finds what falls due before the next one is over, also when that one is late. */
const HORIZON_MS = 7_500
/** By then pg-boss has stored that work failed, and when it will be tried again. */
const SOON_MS = 250

/**
 * Wakes the workers of a queue when its work falls due, so that they need not ask for themselves.
 *
 * PostgreSQL notifies workers of work that can be done at once. Nothing notifies them when a delay
 * or the pause before another try is over, when a notification got lost, or when a node died with
 * work under way.
 */
export function wakeWhenDue(input: {
  findDue: (withinMs: number) => Promise<DueQueue[]>
  wake: (queue: string) => void
  onError: (error: Error) => void
  lookMs?: number
}): DueJobs {
  const { findDue, wake, onError, lookMs = LOOK_MS } = input
  const wakeUps = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  let looking = Promise.resolve()
  let next: { timer: NodeJS.Timeout; at: number } | undefined
  const look = async (): Promise<void> => {
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
    lookIn(lookMs)
  }
  /** One look is planned at any time, the earlier of two. */
  const lookIn = (ms: number): void => {
    const at = Date.now() + ms
    if (isStopped || (next && next.at <= at)) return
    clearTimeout(next?.timer)
    const timer = setTimeout(() => {
      next = undefined
      looking = looking.then(look)
    }, ms)
    next = { timer, at }
  }
  lookIn(0)
  return {
    lookSoon: () => lookIn(SOON_MS),
    stop: async () => {
      isStopped = true
      clearTimeout(next?.timer)
      await looking
      for (const wakeUp of wakeUps.values()) clearTimeout(wakeUp)
    },
  }
}

/** Queues `$1` with work that falls due within `$2` milliseconds, and when the first of it does. */
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
