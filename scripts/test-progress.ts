import { writeFileSync } from 'node:fs'
import { STALL_MS } from '#server/testing/limits.ts'

/** A runner's report to `test-run.ts`. */
export interface Report {
  passed: number
  failed: number
  skipped: number
  /** Names and messages. */
  failures: string[]
}

const EVERY_MS = 10_000

/**
 * Shows what runs and how many are left, for the reporters of both runners, and ends a run in which
 * nothing begins or ends anymore: what hangs is named and fails.
 */
export class Progress {
  readonly #name = process.env.TEST_RUN ?? 'tests'
  readonly #report: Report = { passed: 0, failed: 0, skipped: 0, failures: [] }
  readonly #running = new Map<string, string>()
  #total = 0
  #done = 0
  #last = performance.now()
  #timer: NodeJS.Timeout | undefined

  begin(total: number): void {
    this.#total = total
    this.#timer = setInterval(() => this.#show(), EVERY_MS).unref()
  }

  /** A file or a test begins, or goes on with `step`. */
  runs(key: string, step = ''): void {
    this.#last = performance.now()
    this.#running.set(key, step)
  }

  /** One of the `total` has ended. */
  ends(key: string): void {
    this.#last = performance.now()
    this.#running.delete(key)
    this.#done += 1
  }

  count(result: 'passed' | 'failed' | 'skipped'): void {
    this.#report[result] += 1
  }

  /** Shows a failure at once, and again at the end. */
  fail(name: string, messages: readonly string[]): void {
    const failure = [name, ...messages].join('\n')
    this.#report.failures.push(failure)
    console.log(`\nFAILED ${failure}\n`)
  }

  end(): void {
    clearInterval(this.#timer)
    const { REPORT_FILE } = process.env
    if (REPORT_FILE) writeFileSync(REPORT_FILE, JSON.stringify(this.#report))
  }

  #show(): void {
    const running = [...this.#running].map((parts) => parts.filter(Boolean).join(' › '))
    console.log(`${this.#name}: ${this.#done} of ${this.#total}, now ${running.join(', ')}`)
    if (performance.now() - this.#last < STALL_MS) return
    this.count('failed')
    this.fail(`${this.#name}: nothing has ended for ${STALL_MS / 60_000} minutes`, running)
    this.end()
    process.exit(1)
  }
}
