import { sql } from 'kysely'
import { type CheckReport, CheckResult } from '#contract/maintenance.ts'
import type { Site } from '#server/checks/check.ts'
import { systemProbes } from '#server/checks/probes.ts'
import { CHECK_TITLES, runChecks, sortResults } from '#server/checks/run.ts'
import type { Context } from '#server/context.ts'
import type { Db, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'

export async function readChecks({ db }: Context): Promise<CheckReport> {
  return presentReport(await listResults(db))
}

/** Runs the checks for an administrator and returns the results. */
export async function runChecksNow(context: Context, admin: Admin): Promise<CheckReport> {
  await context.limits.consume('run-checks', admin.id)
  await checkSite(context)
  return readChecks(context)
}

/** Runs the checks, stores the results, and notifies the keepers of new failures. */
export async function checkSite(context: Context): Promise<void> {
  const results = await runChecks(siteOf(context, { isStarting: false }))
  await inTransaction(context.db, async (trx) => {
    const hasNewFailure = await saveResults(trx, { results, now: context.now() })
    if (hasNewFailure) await notifyTeamOf(context, trx, 'team-check')
  })
}

/**
 * Runs the checks of a server that has just started, stores the results, and logs a sentence for
 * each failure. Keepers are notified by the next hourly checks, because a failure at a start may be
 * part of a short interruption.
 */
export async function checkAtStart(context: Context): Promise<void> {
  const results = await runChecks(siteOf(context, { isStarting: true }))
  for (const { state, title, finding, action } of results) {
    if (state === 'failed') context.log.warn(`${title}: ${finding} ${action}`)
  }
  await inTransaction(context.db, (trx) =>
    saveResults(trx, { results, now: context.now(), isTelling: false }),
  )
}

function siteOf(
  { config, db, now, senderDomains, live, sightings }: Context,
  { isStarting }: { isStarting: boolean },
): Site {
  return {
    config,
    db,
    now,
    senderDomains,
    environment: process.env,
    probes: systemProbes,
    server: { live, sightings, isStarting },
  }
}

/**
 * The checks, worst first, then in their order. Checks that this release doesn't have are left out.
 */
function presentReport(rows: readonly CheckRow[]): CheckReport {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const checks = [...CHECK_TITLES].flatMap(([name, title]) => {
    const row = byName.get(name)
    return row ? [CheckResult.parse({ ...row, title })] : []
  })
  return {
    checkedAt: rows[0]?.checkedAt.toISOString() ?? null,
    checks: sortResults(checks),
  }
}

interface CheckRow extends Omit<CheckResult, 'title' | 'state'> {
  state: string
  checkedAt: Date
}

export async function listResults(db: Db): Promise<CheckRow[]> {
  const rows = await db
    .selectFrom('checkResult')
    .select(['checkName', 'state', 'finding', 'meaning', 'action', 'checkedAt'])
    .execute()
  return rows.map(({ checkName: name, ...row }) => ({ name, ...row }))
}

/** Replaces the results, which a server with another configuration may have found. */
export async function forgetResults(db: Db): Promise<void> {
  await db
    .updateTable('checkResult')
    .set({
      state: 'skipped',
      meaning: null,
      action: null,
      finding: 'The server has just started and is checking this.',
    })
    .execute()
}

interface SavedResults {
  results: readonly CheckResult[]
  now: Date
  /** Whether the keepers are notified of new failures. If not, the next results do it. */
  isTelling?: boolean
}

/**
 * Replaces the stored results. Returns whether a check failed about which the keepers have not been
 * notified since it was last ok.
 */
export async function saveResults(
  trx: Trx,
  { results, now, isTelling = true }: SavedResults,
): Promise<boolean> {
  // Locked, so that if two nodes save at once, the second one sees that the keepers were notified.
  await sql`lock table check_result in exclusive mode`.execute(trx)
  const known = await trx.selectFrom('checkResult').select(['checkName', 'isTold']).execute()
  const notified = new Set(known.flatMap(({ checkName, isTold }) => (isTold ? [checkName] : [])))
  await trx.deleteFrom('checkResult').execute()
  await trx
    .insertInto('checkResult')
    .values(
      results.map(({ name, state, finding, meaning, action }) => ({
        checkName: name,
        checkedAt: now,
        isTold: (isTelling && state === 'failed') || (state !== 'ok' && notified.has(name)),
        state,
        finding,
        meaning,
        action,
      })),
    )
    .execute()
  return results.some(({ name, state }) => state === 'failed' && !notified.has(name))
}
