import { percentile } from '../statistics.ts'

/** One attempt at a call, with any outcome. */
export interface Attempt {
  /** When it ended, as `performance.now()` in milliseconds. */
  at: number
  ms: number
  /** 0 without an answer. */
  status: number
}

/** Something that was written, with the key that identifies it in every try. */
export interface Write {
  kind: 'reply' | 'recording'
  key: string
  author: { id: string; cookie: string }
  /** The text, unique among all writes. */
  text: string
  /** The ids in successful answers: only one, if the key works. */
  ids: Set<number>
  /** Milliseconds from the first try to the successful answer; undefined without one. */
  settledMs?: number
}

/** Every attempt of the load and every write that was acknowledged. */
export interface Ledger {
  attempts: Attempt[]
  writes: Write[]
  /** Calls that were answered with a 4xx; the load should cause none. */
  refusals: string[]
  /** Whether the run is over, so that no write is retried. */
  isClosed: boolean
}

export function failed({ status }: Attempt): boolean {
  return status === 0 || status >= 500
}

/** The effect of a phase on members. */
export interface PhaseFigures {
  answers: number
  /** Failed attempts by status, 0 for no answer. */
  failures: Map<number, number>
  p50: number
  p99: number
  slowest: number
  /** Seconds from the fault to the last failed attempt; 0 if none failed. */
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

/** A row that the database contains at the end. */
export interface Stored {
  id: number
  text: string
  memberId: string
}

/** Finds acknowledged writes that were lost, writes that were duplicated, and unacknowledged ones. */
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

/** A message that the mail server accepted. */
export interface Taken {
  to: string
  subject: string
  /** The Message-ID, which is derived from the message's subject matter. */
  id: string
}

/** Messages that arrived more than once, and how often. */
export function findCopies(taken: readonly Taken[]): { what: Taken; count: number }[] {
  const groups = Map.groupBy(taken, ({ to, id }) => `${to} ${id}`)
  return [...groups.values()].flatMap((group) => {
    const [what] = group
    return what && group.length > 1 ? [{ what, count: group.length }] : []
  })
}
