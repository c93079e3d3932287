/**
 * `npm test`: types, lint, boundaries, unused parts, generated types, the web build, unit and
 * database tests, browser tests. Runs all of them whatever fails, and ends with the failures, the
 * slowest tests and the totals of all runners.
 *
 * Unit and database tests fill the time in which browser tests wait. Tests that send sound in real
 * time follow by themselves: on a busy machine it would fall behind. See docs/decisions/029-tests.md.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { relative } from 'node:path'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { keepTemporaryFilesInMemory } from '#server/testing/temporary-folder.ts'
import { type Browsers, findBrowsers } from './chromium.ts'
import {
  failedSpecs,
  type PlaywrightSuite,
  slowest,
  type TimedTest,
  timedSpecs,
} from './test-reports.ts'
import { ensureWebBuild } from './web-build.ts'

interface Totals {
  passed: number
  failed: number
  skipped: number
}

interface VitestFile {
  name: string
  message: string
  status: string
  assertionResults: {
    fullName: string
    status: string
    failureMessages: string[]
    duration?: number
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const timed: TimedTest[] = []

// The server gives this priority to the processes that convert sound and send email. Beside tests with
// a higher one they would starve.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

keepTemporaryFilesInMemory()
await webBuild()
await Promise.all([
  step('lint', 'biome', ['check', '.']),
  step('types', 'tsc', ['-b']),
  step('boundaries', 'node', ['scripts/check-boundaries.ts']),
  step('unused parts', 'node', ['scripts/check-unused.ts']),
  step('generated database types', 'node', ['scripts/db-types.ts', '--verify']),
])
await Promise.all([
  browserTests('browser tests', 'browser', ['--project=shell', '--project=full']),
  unitTests('unit and database tests', 'unit', ['--project=!real-time', '--maxWorkers=4']),
])
await Promise.all([
  browserTests('browser tests in real time', 'browser-real-time', ['--project=real-time']),
  unitTests('unit tests in real time', 'unit-real-time', ['--project=real-time']),
])

console.log(`\nThe slowest tests:\n${slowest(timed)}`)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Runs beside others, so that its output is shown when it has ended. */
async function step(name: string, command: string, args: string[]): Promise<void> {
  const { code, output } = await runQuietly(command, args)
  console.log(`\n== ${name}\n${output}`)
  if (code !== 0) failures.push(name)
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

/** Some tests start the server as people do, and it serves the pages. */
async function webBuild(): Promise<void> {
  const error = await ensureWebBuild().catch((reason: Error) => reason)
  console.log('\n== web build')
  if (error) failures.push(`web build: ${error.message}`)
  add({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 })
}

/** Runs beside browser tests, whose progress is shown, so that its output is shown when it has ended. */
async function unitTests(name: string, file: string, args: string[]): Promise<void> {
  const path = `.cache/${file}.json`
  await rm(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const { code, output } = await runQuietly('vitest', ['run', ...reporters, ...args])
  console.log(`\n== ${name}\n${output}`)
  const report = await readReport<VitestReport>(path)
  const files = report?.testResults ?? []
  failures.push(...files.flatMap(failuresIn))
  for (const { name, assertionResults } of files) {
    for (const { fullName, duration = 0 } of assertionResults)
      timed.push({ name: `${relative('.', name)} › ${fullName}`, ms: duration })
  }
  const counted = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  }
  add(withExitCode(name, counted, code))
}

function failuresIn(file: VitestFile): string[] {
  const path = relative('.', file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  // Without a failed test, the file itself could not be run.
  if (failed.length === 0) return file.status === 'failed' ? [`${path}\n${file.message}`] : []
  return failed.map((test) => [path, test.fullName, ...test.failureMessages].join('\n'))
}

async function browserTests(name: string, file: string, args: string[]): Promise<void> {
  console.log(`\n== ${name}`)
  const browsers = chooseBrowsers()
  if (!browsers) {
    failures.push(`${name}: no browser`)
    return add({ passed: 0, failed: 1, skipped: 0 })
  }
  const path = `.cache/${file}.json`
  await rm(path, { force: true })
  const code = await run('playwright', ['test', ...args, `--output=.cache/${file}`], {
    ...COMPILE_CACHE,
    CHROMIUM_PATH: browsers.shell,
    CHROMIUM_FULL_PATH: browsers.full,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
  })
  const report = await readReport<PlaywrightReport>(path)
  timed.push(...timedSpecs(report?.suites ?? []))
  const counted = {
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }
  failures.push(...failedSpecs(report?.suites ?? []))
  add(withExitCode(name, counted, code))
}

function chooseBrowsers(): Browsers | undefined {
  try {
    return findBrowsers()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return undefined
  }
}

/** A runner that failed without a failed test, or ran none, counts as one failure. */
function withExitCode(name: string, counted: Totals, code: number): Totals {
  const isSilentFailure = (code !== 0 && counted.failed === 0) || counted.passed === 0
  if (!isSilentFailure) return counted
  failures.push(`${name}: the runner ended with ${code}, not because of a test; see its output`)
  return { ...counted, failed: counted.failed + 1 }
}

function add(counted: Totals): void {
  totals.passed += counted.passed
  totals.failed += counted.failed
  totals.skipped += counted.skipped
}

async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  // Written by the runner a moment ago.
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function runQuietly(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
