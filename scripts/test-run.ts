/**
 * Runs checks and the tests of all runners, whatever fails, and ends with the failures, the processor
 * time and the totals.
 */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { leaveNothingBehind } from '#server/testing/leftovers.ts'
import { keepTemporaryFilesInMemory } from '#server/testing/temporary-folder.ts'
import { findBrowsers } from './chromium.ts'
import type { Report } from './test-progress.ts'
import { ensureWebBuild } from './web-build.ts'

const totals: Report = { passed: 0, failed: 0, skipped: 0, failures: [] }
const seconds: Record<string, number> = {}

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
  const { passed, failed, skipped, failures } = totals
  const used = Object.entries(seconds).sort(([, a], [, b]) => b - a)
  const sum = used.reduce((total, [, amount]) => total + amount, 0)
  console.log(`\nProcessor time: ${Math.round(sum)} s`)
  for (const [name, amount] of used)
    console.log(`${String(Math.round(amount)).padStart(6)} s  ${name}`)
  for (const failure of failures) console.log(`\nFAILED ${failure}`)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Runs a check beside others: its output is shown when it has ended. */
export async function check(name: string, command: string, args: string[]): Promise<void> {
  const { code, output } = await run({ name, command, args, isShown: false })
  console.log(`\n== ${name}\n${output.trim()}`)
  addCheck(name, code === 0)
}

/** Some tests start the server as people do, and it serves the pages. */
export async function webBuild(): Promise<void> {
  console.log('\n== web build')
  const error = await ensureWebBuild().catch((reason: Error) => reason)
  if (error) console.log(error.message)
  addCheck('web build', !error)
}

/** Runs Vitest, with arguments such as `--project=unit`. */
export function vitest(name: string, args: string[]): Promise<void> {
  return runTests(name, 'vitest', ['run', '--reporter=scripts/vitest-reporter.ts', ...args])
}

/** Runs Playwright. */
export async function playwright(name: string, args: string[]): Promise<void> {
  try {
    const { shell, full } = findBrowsers()
    await runTests(
      name,
      'playwright',
      ['test', '--reporter=scripts/playwright-reporter.ts', ...args],
      {
        ...COMPILE_CACHE,
        CHROMIUM_PATH: shell,
        CHROMIUM_FULL_PATH: full,
      },
    )
  } catch (error) {
    console.error(error)
    addCheck(`${name}: no browser`, false)
  }
}

async function runTests(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  console.log(`\n== ${name}`)
  await mkdir('.cache', { recursive: true })
  const file = `.cache/${name.replaceAll(' ', '-')}.json`
  await rm(file, { force: true })
  const { code } = await run({
    name,
    command,
    args,
    env: { ...env, TEST_RUN: name, REPORT_FILE: file },
  })
  const text = await readFile(file, 'utf8').catch(() => undefined)
  // Written by the reporter a moment ago.
  const report: Report | undefined = text === undefined ? undefined : JSON.parse(text)
  totals.passed += report?.passed ?? 0
  totals.failed += report?.failed ?? 0
  totals.skipped += report?.skipped ?? 0
  totals.failures.push(...(report?.failures ?? []))
  // It failed without a failed test, or ran none.
  const isSilentFailure = (code !== 0 && !report?.failed) || !report?.passed
  if (isSilentFailure) addCheck(`${name}: the runner ended with ${code}; see its output`, false)
}

function addCheck(name: string, hasPassed: boolean): void {
  totals[hasPassed ? 'passed' : 'failed'] += 1
  if (!hasPassed) totals.failures.push(name)
}

/** Runs its arguments, then prints the processor time of all their processes to file descriptor 3. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code'

interface Run {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Shows the output at once. Otherwise it is returned. */
  isShown?: boolean
}

function run({
  name,
  command,
  args,
  env,
  isShown = true,
}: Run): Promise<{ code: number; output: string }> {
  const stdout = isShown ? 'inherit' : 'pipe'
  const child = spawn('sh', ['-c', TIMED, 'sh', command, ...args], {
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
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      seconds[name] = secondsOfChildren(times)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** User and system time in the second line of POSIX `times`, as `1m2.50s 0m0.25s`. */
function secondsOfChildren(times: string): number {
  const [, line = ''] = times.trim().split('\n')
  const amounts = [...line.matchAll(/(\d+)m([\d.]+)s/g)]
  return amounts.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0)
}
