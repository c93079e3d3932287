import fc from 'fast-check'
import type { Operation } from './document.ts'
import { createJudge, type Judge, type Problem, type WireAnswer } from './judge.ts'
import {
  anyRequest,
  curlOf,
  encode,
  type FuzzRequest,
  type Knowledge,
  type Role,
  type WireRequest,
} from './requests.ts'

/** Members and content for one round of requests. */
export interface Fixture {
  knowledge: Knowledge
  /**
   * The cookie of a role for a call, if any. `isThrowAway` asks for a member who is used for one request
   * only.
   */
  cookieOf(
    role: Role,
    call: { isThrowAway: boolean; method: string; path: string },
  ): Promise<string | undefined>
  /** Texts that no answer to the role may contain. */
  forbiddenTo(role: Role): readonly string[]
}

/** A server under test. */
export interface Target {
  /** The origin of the server's pages, `http://localhost:3000`. */
  origin: string
  operations: readonly Operation[]
  makeFixture(): Promise<Fixture>
  /** Throws if the server does not answer. */
  send(request: WireRequest, input: { isStream: boolean }): Promise<WireAnswer>
}

export interface Finding {
  problem: Problem
  call: string
  curl: string
  /** Reproduces the finding in a run with one round. */
  seed: number
}

export interface Report {
  requests: number
  /** How often each status was answered. */
  statuses: Record<string, number>
  /** The same for each call, such as `POST /api/login`. */
  calls: Record<string, Record<string, number>>
  findings: Finding[]
}

export interface RunOptions {
  /** Round n has the seed `seed + n`. */
  seed: number
  /** How many rounds run in parallel; 1 by default. */
  lanes?: number
  /** Called before each round with its number, from 0. */
  isOver: (round: number) => boolean
  afterRound?: (round: number) => Promise<void>
  onFinding?: (finding: Finding) => void
}

/** Requests per round. Each round has new members and content. */
export const ROUND = 100
/** How many milliseconds a finding is shrunk at most. */
const SHRINK_MS = 20_000
/** Calls that can end the caller's session or account. */
const ENDS_SESSIONS =
  /^\/api\/(user|log|register|verify-|first-admin|forgot-|reset-|request-|passkeys|factors|step-up)/

/**
 * Sends rounds of generated requests and judges every answer. For each problem, keeps the first
 * request, shrunk as far as the problem still occurs.
 */
export async function fuzz(target: Target, options: RunOptions): Promise<Report> {
  const report: Report = { requests: 0, statuses: {}, calls: {}, findings: [] }
  const judge = createJudge()
  const known = new Set<string>()
  let rounds = 0
  const lane = async (): Promise<void> => {
    for (let round = rounds++; !options.isOver(round); round = rounds++) {
      const seed = options.seed + round
      const finding = await runRound({ target, judge, report, known, seed })
      if (finding) {
        report.findings.push(finding)
        options.onFinding?.(finding)
      }
      await options.afterRound?.(round)
    }
  }
  await Promise.all(Array.from({ length: options.lanes ?? 1 }, lane))
  return report
}

async function runRound(input: {
  target: Target
  judge: Judge
  report: Report
  known: Set<string>
  seed: number
}): Promise<Finding | undefined> {
  const { target, judge, report, known, seed } = input
  const fixture = await target.makeFixture()
  let found: { signature: string; finding: Finding } | undefined
  const property = fc.asyncProperty(
    anyRequest(target.operations, fixture.knowledge),
    async (request) => {
      const wire = await address(request, target, fixture)
      const { isStream } = request.operation
      const answer = await target.send(wire, { isStream })
      report.requests += 1
      count(report, request.operation, answer.status)
      const problem = judge.judge(request, answer, fixture.forbiddenTo(request.role))
      if (!problem) return
      const call = `${request.operation.method} ${request.operation.path}`
      const signature = `${problem.kind} ${call}`
      // While a finding is being shrunk, only the same problem counts.
      if (found ? found.signature !== signature : known.has(signature)) return
      found = { signature, finding: { problem, call, curl: curlOf(wire, target.origin), seed } }
      throw new Error(signature)
    },
  )
  await fc.check(property, {
    seed,
    numRuns: ROUND,
    interruptAfterTimeLimit: SHRINK_MS + ROUND * 1_000,
  })
  if (found) known.add(found.signature)
  return found?.finding
}

function count(report: Report, { method, path }: Operation, status: number): void {
  const call = `${method} ${path}`
  const statuses = report.calls[call] ?? {}
  report.calls[call] = statuses
  for (const counts of [report.statuses, statuses]) counts[status] = (counts[status] ?? 0) + 1
}

async function address(
  request: FuzzRequest,
  target: Target,
  fixture: Fixture,
): Promise<WireRequest> {
  const { method, path } = request.operation
  const isThrowAway = ENDS_SESSIONS.test(path)
  const cookie = await fixture.cookieOf(request.role, { isThrowAway, method, path })
  return encode(request, { origin: target.origin, cookie })
}

/** A summary of a run in words. */
export function describe(report: Report): string {
  const statuses = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`)
  return `${report.requests} requests; answers ${statuses.join(', ')}; ${report.findings.length} problems`
}

export function describeFinding({ problem, call, curl, seed }: Finding): string {
  return [
    `${problem.kind.toUpperCase()} in ${call}`,
    `  ${problem.detail}`,
    `  ${curl}`,
    `  Replay: npm run fuzz -- --seed ${seed} --rounds 1`,
  ].join('\n')
}
