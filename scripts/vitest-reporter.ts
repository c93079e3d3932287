import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { Progress } from './test-progress.ts'

/** Vitest's reporter for `npm test`. */
export default class VitestReporter implements Reporter {
  readonly #progress = new Progress()
  readonly #ended = new Set<string>()

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#progress.begin(files.length)
  }

  onTestModuleQueued(file: TestModule): void {
    this.#progress.runs(file.relativeModuleId, 'loading')
  }

  onTestCaseReady(test: TestCase): void {
    this.#goesOn(test.module.relativeModuleId, test.fullName)
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const file = test.module.relativeModuleId
    this.#goesOn(file, `after ${test.fullName}`)
    this.#progress.count(state)
    if (state === 'failed') this.#progress.fail(`${file} › ${test.fullName}`, textsOf(errors))
  }

  onTestModuleEnd(file: TestModule): void {
    this.#ended.add(file.relativeModuleId)
    this.#progress.ends(file.relativeModuleId)
    // Its own, such as those of a hook or an import.
    this.#failAll(file.relativeModuleId, file.errors())
    for (const suite of file.children.allSuites()) {
      this.#failAll(`${file.relativeModuleId} › ${suite.fullName}`, suite.errors())
    }
  }

  onTestRunEnd(
    _: readonly TestModule[],
    errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
  ): void {
    this.#failAll('outside of tests', errors)
    this.#progress.end()
  }

  /** The last events of a file can come after its end. */
  #goesOn(file: string, step: string): void {
    if (!this.#ended.has(file)) this.#progress.runs(file, step)
  }

  #failAll(name: string, errors: Errors): void {
    if (errors.length === 0) return
    this.#progress.count('failed')
    this.#progress.fail(name, textsOf(errors))
  }
}

type Errors = readonly { message?: string; stack?: string; diff?: string }[]

function textsOf(errors: Errors = []): string[] {
  return errors.map(({ message, stack, diff }) =>
    [stack ?? message ?? 'unknown', diff].filter(Boolean).join('\n'),
  )
}
