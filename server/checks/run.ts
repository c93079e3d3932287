import { setTimeout as wait } from 'node:timers/promises'
import type { CheckResult } from '#contract/maintenance.ts'
import { PoolBusyError } from '#server/db/take-connection.ts'
import { AUDIT_CHECKS } from './audit.ts'
import { BACKUP_CHECKS } from './backups.ts'
import { type Check, type Site, skipped, type Verdict, warning, weightOf } from './check.ts'
import { CLOCK_CHECKS } from './clock.ts'
import { DATABASE_CHECKS, isAnswering } from './database.ts'
import { EMAIL_CHECKS } from './email.ts'
import { FILE_CHECKS } from './files.ts'
import { LIVE_CHECKS } from './live.ts'
import { MACHINE_CHECKS } from './machine.ts'
import { NAME_CHECKS } from './names.ts'
import { PAYMENT_CHECKS } from './payments.ts'
import { QUEUE_CHECKS } from './queue.ts'
import { SECRET_CHECKS } from './secrets.ts'
import { VERSION_CHECKS } from './versions.ts'
import { WEB_CHECKS } from './web.ts'
import { WRITING_CHECKS } from './writing.ts'

/** At most this many at once, so that they leave connections to the database for everybody else. */
const AT_ONCE = 4
/** Time limit for each check, in milliseconds. */
const LIMIT_MS = 10_000
/** PostgreSQL's codes for a table and a column that don't exist yet. */
const OLD_SCHEMA = ['42P01', '42703']
/** Its codes for having no connection left, and for a statement that ran out of time. */
const BUSY = ['53300', '57014']

const CHECKS: readonly Check[] = [
  ...DATABASE_CHECKS,
  ...BACKUP_CHECKS,
  ...AUDIT_CHECKS,
  ...MACHINE_CHECKS,
  ...CLOCK_CHECKS,
  ...QUEUE_CHECKS,
  ...NAME_CHECKS,
  ...FILE_CHECKS,
  ...EMAIL_CHECKS,
  ...PAYMENT_CHECKS,
  ...LIVE_CHECKS,
  ...WRITING_CHECKS,
  ...WEB_CHECKS,
  ...SECRET_CHECKS,
  ...VERSION_CHECKS,
]

/** Titles by name, in the order in which checks are shown. */
export const CHECK_TITLES: ReadonlyMap<string, string> = new Map(
  CHECKS.map(({ name, title }) => [name, title]),
)

/** Runs all checks. Never throws: a check that fails becomes a warning. */
export async function runChecks(site: Site): Promise<CheckResult[]> {
  // Otherwise each check would wait for an unreachable database.
  const db = site.db && (await isAnswering(site.db)) ? site.db : undefined
  const results: CheckResult[] = []
  const waiting = CHECKS.entries()
  const lane = async (): Promise<void> => {
    for (const [at, check] of waiting) results[at] = await runCheck(check, { ...site, db })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return sortResults(results)
}

/** Worst first, otherwise in the given order. */
export function sortResults(results: readonly CheckResult[]): CheckResult[] {
  return [...results].sort((one, other) => weightOf(one) - weightOf(other))
}

async function runCheck(check: Check, site: Site): Promise<CheckResult> {
  const timer = new AbortController()
  const limit = wait(LIMIT_MS, undefined, { signal: timer.signal }).then(
    () => incomplete('it took too long'),
    // Aborted because the check was faster.
    () => incomplete('it was stopped'),
  )
  const verdict = await Promise.race([check.run(site).catch(verdictOf), limit])
  timer.abort()
  const { name, title } = check
  const { state, finding, meaning = null, action = null } = verdict
  return { name, title, state, finding, meaning, action }
}

/** Reports only the kind of an error, because its message could contain an address. */
function verdictOf(error: unknown): Verdict {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code && OLD_SCHEMA.includes(code)) return skipped('The database is missing migrations.')
  if (error instanceof PoolBusyError || (code && BUSY.includes(code))) {
    return unknown('The database was busy, so this check didn’t run.')
  }
  return incomplete(code ?? (error instanceof Error ? error.name : 'unknown error'))
}

function incomplete(reason: string): Verdict {
  return unknown(`This check couldn’t be completed (${reason}).`)
}

function unknown(finding: string): Verdict {
  return warning({
    finding,
    meaning: 'It’s unknown whether this part of the site works.',
    action:
      'Run the checks again in a while. If this happens again, look for errors in the server’s log.',
  })
}
