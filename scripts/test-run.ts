/**
 * Runs checks and tests of all runners, whatever fails, and ends with the failures, the slowest
 * tests, the processor time and the totals.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { relative } from 'node:path'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { leaveNothingBehind } from '#server/testing/leftovers.ts'
import { keepTemporaryFilesInMemory } from '#server/testing/temporary-folder.ts'
import { type Browsers, findBrowsers } from './chromium.ts'
import {
  type ProcessorSeconds,
  processorTimeText,
  secondsIn,
  TIMED_SCRIPT,
  type TimedCommand,
} from './processor-time.ts'
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
const commands: TimedCommand[] = []

/** Prepares this process. Call it first. */
export function beginTests(): void {
  // The server gives this priority to the processes that convert sound and send email. Beside tests
  // with a higher one they would starve.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  keepTemporaryFilesInMemory()
  leaveNothingBehind()
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** Prints what happened, and sets the exit code. */
export function endTests(): void {
  console.log(`\nThe slowest tests:\n${slowest(timed)}`)
  console.log(`\n${processorTimeText(commands)}`)
  for (const failure of failures) console.log(`\nFAILED ${failure}`)
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}

/** Runs a check beside others, so that its output is shown when it has ended. */
export async function check(name: string, command: string, args: string[]): Promise<void> {
  const { code, output } = await run({ name, command, args })
  console.log(`\n== ${name}\n${output}`)
  if (code !== 0) failures.push(name)
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

/** Some tests start the server as people do, and it serves the pages. */
export async function webBuild(): Promise<void> {
  const error = await ensureWebBuild().catch((reason: Error) => reason)
  console.log('\n== web build')
  if (error) failures.push(`web build: ${error.message}`)
  add({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 })
}

/**
 * Runs Vitest, with arguments such as `run`. Often beside browser tests, so that its output is shown
 * when it has ended.
 */
export async function unitTests(name: string, file: string, args: string[]): Promise<void> {
  const [path, processorTime] = [`.cache/${file}.json`, `.cache/${file}-processor-time.json`]
  for (const old of [path, processorTime]) await rm(old, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const { code, output, timedCommand } = await run({
    name,
    command: 'vitest',
    args: [...args, ...reporters],
    env: { PROCESSOR_TIME_FILE: processorTime },
  })
  console.log(`\n== ${name}\n${output}`)
  const report = await readReport<VitestReport>(path)
  timedCommand.parts = (await readReport<ProcessorSeconds>(processorTime))?.projects ?? {}
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
  const mayBeEmpty = args.includes('--passWithNoTests')
  add(mayBeEmpty && code === 0 ? counted : withExitCode(name, counted, code))
}

function failuresIn(file: VitestFile): string[] {
  const path = relative('.', file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  // Without a failed test, the file itself could not be run.
  if (failed.length === 0) return file.status === 'failed' ? [`${path}\n${file.message}`] : []
  return failed.map((test) => [path, test.fullName, ...test.failureMessages].join('\n'))
}

/** Runs Playwright, and shows its progress. */
export async function browserTests(name: string, file: string, args: string[]): Promise<void> {
  console.log(`\n== ${name}`)
  const browsers = chooseBrowsers()
  if (!browsers) {
    failures.push(`${name}: no browser`)
    return add({ passed: 0, failed: 1, skipped: 0 })
  }
  const path = `.cache/${file}.json`
  await rm(path, { force: true })
  const { code } = await run({
    name,
    command: 'playwright',
    args: ['test', ...args, `--output=.cache/${file}`],
    env: {
      ...COMPILE_CACHE,
      CHROMIUM_PATH: browsers.shell,
      CHROMIUM_FULL_PATH: browsers.full,
      PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    },
    isShown: true,
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

interface Run {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Shows the output at once. Otherwise it is returned. */
  isShown?: boolean
}

interface Ended {
  code: number
  output: string
  timedCommand: TimedCommand
}

/** Runs a command and counts its processor time. */
function run({ name, command, args, env, isShown = false }: Run): Promise<Ended> {
  const timedCommand: TimedCommand = { name, seconds: 0, parts: {} }
  commands.push(timedCommand)
  const stdout = isShown ? 'inherit' : 'pipe'
  const child = spawn('sh', ['-c', TIMED_SCRIPT, 'sh', command, ...args], {
    stdio: ['ignore', stdout, stdout, 'pipe'],
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => {
    let [output, times] = ['', '']
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      times += chunk.toString()
    })
    child.on('error', (error) => resolve({ code: 1, output: error.message, timedCommand }))
    child.on('close', (code) => {
      timedCommand.seconds = secondsIn(times)
      resolve({ code: code ?? 1, output, timedCommand })
    })
  })
}
