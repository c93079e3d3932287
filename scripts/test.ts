/**
 * `npm test`: types, lint, boundaries, generated types, the web build, unit and database tests,
 * browser tests.
 * Runs all of them whatever fails and ends with what failed and the totals of all runners.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { findChromium } from './chromium.ts'
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
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

const VITEST_REPORT = '.cache/vitest.json'
const PLAYWRIGHT_REPORT = '.cache/playwright.json'

const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

await step('lint', 'biome', ['check', '.'])
await step('types', 'tsc', ['-b'])
await step('boundaries', 'node', ['scripts/check-boundaries.ts'])
await step('generated database types', 'node', ['scripts/db-types.ts', '--verify'])
await webBuild()
await unitAndDatabaseTests()
await browserTests()

for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

async function step(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n== ${name}`)
  const code = await run(command, args)
  if (code !== 0) failures.push(name)
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

/** Some tests start the server as people do, and it serves the pages. */
async function webBuild(): Promise<void> {
  console.log('\n== web build')
  const error = await ensureWebBuild().catch((reason: Error) => reason)
  if (error) failures.push(`web build: ${error.message}`)
  add({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 })
}

async function unitAndDatabaseTests(): Promise<void> {
  console.log('\n== unit and database tests')
  await rm(VITEST_REPORT, { force: true })
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ])
  const report = await readReport<VitestReport>(VITEST_REPORT)
  failures.push(...(report?.testResults ?? []).flatMap(failuresIn))
  const counted = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  }
  add(withExitCode('unit and database tests', counted, code))
}

function failuresIn(file: VitestFile): string[] {
  const path = relative('.', file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  // Without a failed test, the file itself could not be run.
  if (failed.length === 0) return file.status === 'failed' ? [`${path}\n${file.message}`] : []
  return failed.map((test) => [path, test.fullName, ...test.failureMessages].join('\n'))
}

async function browserTests(): Promise<void> {
  console.log('\n== browser tests')
  const chromium = await findChromium().catch((error: Error) => {
    console.error(error.message)
    return undefined
  })
  if (!chromium) {
    failures.push('browser tests: no browser')
    return add({ passed: 0, failed: 1, skipped: 0 })
  }
  await rm(PLAYWRIGHT_REPORT, { force: true })
  const code = await run('playwright', ['test'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  })
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }>(PLAYWRIGHT_REPORT)
  const counted = {
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }
  if (counted.failed > 0) failures.push('browser tests: told above, by their runner')
  add(withExitCode('browser tests', counted, code))
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
