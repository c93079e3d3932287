import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { Progress } from './test-progress.ts'

/** Playwright's reporter for `npm test`. */
export default class PlaywrightReporter implements Reporter {
  readonly #progress = new Progress()

  onBegin(_: FullConfig, suite: Suite): void {
    this.#progress.begin(suite.allTests().length)
  }

  onTestBegin(test: TestCase): void {
    this.#progress.runs(nameOf(test))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = nameOf(test)
    this.#progress.ends(name)
    const hasPassed = test.ok()
    if (result.status === 'skipped') this.#progress.count('skipped')
    else this.#progress.count(hasPassed ? 'passed' : 'failed')
    if (!hasPassed) this.#progress.fail(name, textsOf(result.errors))
  }

  onError(error: TestError): void {
    this.#progress.count('failed')
    this.#progress.fail('outside of tests', textsOf([error]))
  }

  onEnd(): void {
    this.#progress.end()
  }

  /** Playwright then prints nothing itself. */
  printsToStdio(): boolean {
    return true
  }
}

/** Its file, groups and title. */
function nameOf(test: TestCase): string {
  return test.titlePath().slice(2).join(' › ')
}

function textsOf(errors: readonly TestError[]): string[] {
  return errors.map(({ message = '', stack, snippet = '' }) =>
    [stack ?? message, snippet].join('\n'),
  )
}
