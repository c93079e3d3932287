/** One finished test, in a format for both runners' reports. */
export interface TimedTest {
  name: string
  ms: number
}

const SHOWN = 20

/** The slowest tests, one per line, slowest first. */
export function slowest(tests: readonly TimedTest[]): string {
  return [...tests]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
    .join('\n')
}

/** A file, or a `describe` in it, in Playwright's JSON report. */
export interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: PlaywrightSpec[]
}

interface PlaywrightSpec {
  title: string
  ok: boolean
  tests: { results: { duration: number; errors: { message?: string }[] }[] }[]
}

/** Every test in a Playwright report, named by its file, groups and title. */
export function timedSpecs(suites: readonly PlaywrightSuite[]): TimedTest[] {
  return specsOf(suites).map(({ name, tests }) => ({
    name,
    ms: Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  }))
}

/** Every failed test in a Playwright report, with the error messages of its last run. */
export function failedSpecs(suites: readonly PlaywrightSuite[]): string[] {
  const failed = specsOf(suites).filter(({ ok }) => !ok)
  return failed.map(({ name, tests }) => {
    const errors = tests.flatMap(({ results }) => results.at(-1)?.errors ?? [])
    return [name, ...errors.map(({ message = '' }) => message)].join('\n')
  })
}

function specsOf(
  suites: readonly PlaywrightSuite[],
  path: string[] = [],
): (PlaywrightSpec & { name: string })[] {
  return suites.flatMap(({ title, suites: inner = [], specs }) => {
    const here = [...path, title]
    const own = specs.map((spec) => ({ ...spec, name: [...here, spec.title].join(' › ') }))
    return [...own, ...specsOf(inner, here)]
  })
}
