import { percentile } from '../statistics.ts'

/** A try of a call, whatever came of it. */
export interface Attempt {
  /** When it ended, in milliseconds of `performance.now()`. */
  at: number
  ms: number
  /** 0 without an answer. */
  status: number
}

/** Something that was written, with the key that makes it the same write at every try. */
export interface Write {
  kind: 'reply' | 'recording'
  key: string
  author: { id: string; cookie: string }
  /** What it says; no other write says the same. */
  text: string
  /** The ids that answers of success have given: one, if the key works. */
  ids: Set<number>
  /** From the first try to the answer of success, in milliseconds; undefined without one. */
  settledMs?: number
}

/** Every attempt of the load and every write that was acknowledged. */
export interface Ledger {
  attempts: Attempt[]
  writes: Write[]
  /** Calls that were answered with a 4xx; nothing of the load should be. */
  refusals: string[]
  /** The run is over, and no write is tried again. */
  isClosed: boolean
}

export function failed({ status }: Attempt): boolean {
  return status === 0 || status >= 500
}

/** What members noticed of a phase. */
export interface PhaseFigures {
  answers: number
  /** By status, 0 for none. */
  failures: Map<number, number>
  p50: number
  p99: number
  slowest: number
  /** Seconds from the fault to the last attempt that failed; 0 where none did. */
  recoverySeconds: number
}

/** @param faultAt when the fault began */
export function figuresOf(attempts: readonly Attempt[], faultAt: number): PhaseFigures {
  const failures = new Map<number, number>()
  let lastFailureAt = faultAt
  for (const attempt of attempts) {
    if (!failed(attempt)) continue
    failures.set(attempt.status, (failures.get(attempt.status) ?? 0) + 1)
    lastFailureAt = Math.max(lastFailureAt, attempt.at)
  }
  const times = attempts.filter((attempt) => !failed(attempt)).map(({ ms }) => ms)
  return {
    answers: times.length,
    failures,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: percentile(times, 1),
    recoverySeconds: (lastFailureAt - faultAt) / 1_000,
  }
}

/** The rows that the database holds at the end. */
export interface Stored {
  id: number
  text: string
  memberId: string
}

/** Writes that were lost, doubled or mixed up, in words. Empty if there are none. */
export function findWriteProblems(
  writes: readonly Write[],
  stored: readonly Stored[],
): { lost: Write[]; doubled: Write[]; unsettled: Write[] } {
  const byText = Map.groupBy(stored, ({ text }) => text)
  const isThere = ({ text, ids, author }: Write): boolean =>
    (byText.get(text) ?? []).some(({ id, memberId }) => ids.has(id) && memberId === author.id)
  return {
    lost: writes.filter((write) => write.ids.size > 0 && !isThere(write)),
    doubled: writes.filter(({ text, ids }) => ids.size > 1 || (byText.get(text)?.length ?? 0) > 1),
    unsettled: writes.filter(({ ids }) => ids.size === 0),
  }
}

/** A message as the mail server took it. */
export interface Taken {
  to: string
  subject: string
  /** The Message-ID, which follows from what the message is about. */
  id: string
}

/** Messages that came more than once, and how often. */
export function findCopies(taken: readonly Taken[]): { what: Taken; count: number }[] {
  const groups = Map.groupBy(taken, ({ to, id }) => `${to} ${id}`)
  return [...groups.values()].flatMap((group) => {
    const [what] = group
    return what && group.length > 1 ? [{ what, count: group.length }] : []
  })
}
