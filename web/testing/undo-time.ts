/** How long a decision can be undone (`web/lib/undo.ts`). */
const UNDO_MS = 6_000

/** How long an entry of a queue must be open before a key decides about it (`use-meant.ts`). */
const READ_MS = 1_000

/** The timers of decisions that can be undone, and the time for reading, in place of a clock. */
export class UndoTime {
  readonly #waiting = new Map<object, () => void>()
  readonly #start = globalThis.setTimeout
  readonly #stop = globalThis.clearTimeout
  readonly #now = performance.now
  #readMs = 0

  constructor() {
    const start = (work: () => void, ms?: number, ...rest: unknown[]): unknown => {
      if (ms !== UNDO_MS) return this.#start(work, ms, ...rest)
      const timer = {}
      this.#waiting.set(timer, work)
      return timer
    }
    const stop = (timer?: NodeJS.Timeout): void => {
      if (!timer || !this.#waiting.delete(timer)) this.#stop(timer)
    }
    Object.assign(globalThis, { setTimeout: start, clearTimeout: stop })
    // Whole, so that a second later is a second later: with a fraction, it can be less by rounding.
    const pausedAt = Math.floor(performance.now())
    performance.now = () => pausedAt + this.#readMs
  }

  /** Passes the time after which a key can decide about the open entry. */
  read(): void {
    this.#readMs += READ_MS
  }

  /** Ends the time in which the decisions so far can be undone. */
  pass(): void {
    const works = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const work of works) work()
  }

  restore(): void {
    Object.assign(globalThis, { setTimeout: this.#start, clearTimeout: this.#stop })
    performance.now = this.#now
  }
}
