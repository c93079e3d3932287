import type { CheckResult, CheckState } from '#contract/maintenance.ts'
import type { Config } from '#server/config.ts'
import type { Checkpoint } from '#server/db/checkpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { LiveHealth } from '#server/ports/live/port.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import type { SenderDomains } from '#server/ports/sender-domain/port.ts'
import type { Probes } from './probes.ts'

/** The facts that requests to a running server show about the proxy in front of it. No address is kept. */
export interface ProxySightings {
  /** The latest request with `X-Forwarded-For`. */
  forwarded?: { isBelieved: boolean; isHttps: boolean }
  /** Whether a request from another machine came without that header. */
  hasDirect: boolean
}

/** The facts that a running server knows and a command line tool doesn't. */
export interface RunningServer {
  live: { health(): Promise<LiveHealth> }
  sightings: ProxySightings
  /** It has just started, so background work that waited while it was stopped is still late. */
  isStarting: boolean
}

/** The site to check, running or not. */
export interface Site {
  config: Config
  environment: Readonly<Record<string, string | undefined>>
  now: () => Date
  /** Undefined while the database doesn't answer. */
  db: Db | undefined
  senderDomains: SenderDomains
  probes: Probes
  server: RunningServer | undefined
  /** A checkpoint of the audit log from outside, such as from an email. */
  checkpoint?: Checkpoint | undefined
}

/**
 * The result of a check. Contains no names, because it is stored in the database and shown to all
 * keepers.
 */
export interface Verdict {
  state: CheckState
  finding: string
  meaning?: string
  action?: string
}

export interface Check {
  name: string
  title: string
  run(site: Site): Promise<Verdict>
}

/** A check that reads the database. */
export function databaseCheck(
  check: Omit<Check, 'run'> & { run(site: Site & { db: Db }): Promise<Verdict> },
): Check {
  return {
    ...check,
    run: async (site) =>
      site.db ? check.run({ ...site, db: site.db }) : skipped('The database doesn’t answer.'),
  }
}

export function ok(finding: string): Verdict {
  return { state: 'ok', finding }
}

export function skipped(finding: string): Verdict {
  return { state: 'skipped', finding }
}

interface Problem {
  finding: string
  meaning: string
  action: string
}

export function warning(problem: Problem): Verdict {
  return { state: 'warning', ...problem }
}

export function failed(problem: Problem): Verdict {
  return { state: 'failed', ...problem }
}

interface ProviderWords {
  works: string
  meaning: string
  /** A finding without its period: the provider's reason follows in brackets. */
  refused: Omit<Problem, 'meaning'>
  unreachable: Omit<Problem, 'meaning'>
}

/** The verdict about a provider that was tried. */
export function judgeHealth(
  health: ProviderHealth,
  { works, meaning, ...problems }: ProviderWords,
): Verdict {
  if (health.state === 'ok') return ok(works)
  const { finding, action } = problems[health.state]
  return failed({ finding: `${finding} (${health.reason}).`, meaning, action })
}

/** The worst verdict; `verdicts` must not be empty. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  const [worst] = [...verdicts].sort((one, other) => weightOf(one) - weightOf(other))
  if (!worst) throw new Error('There is no verdict.')
  return worst
}

const ORDER: readonly CheckState[] = ['failed', 'warning', 'ok', 'skipped']

/** The rank of a verdict; lower is worse. */
export function weightOf({ state }: Pick<CheckResult, 'state'>): number {
  return ORDER.indexOf(state)
}
