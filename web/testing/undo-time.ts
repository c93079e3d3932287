/** How long a decision can be undone (`web/lib/undo.ts`). */
const UNDO_MS = 6_000

/** The timers of decisions that can be undone, in place of a clock. */
export class UndoTime {
  readonly #waiting = new Map<object, () => void>()
  readonly #start = globalThis.setTimeout
  readonly #stop = globalThis.clearTimeout

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
  }

  /** Ends the time in which the decisions so far can be undone. */
  pass(): void {
    const works = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const work of works) work()
  }

  restore(): void {
    Object.assign(globalThis, { setTimeout: this.#start, clearTimeout: this.#stop })
  }
}
