import type { CheckReport } from '#contract/keeper.ts'
import type { Site } from '#server/checks/check.ts'
import { systemProbes } from '#server/checks/probes.ts'
import { runChecks } from '#server/checks/run.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { notifyTeamOf } from '../notifications/team-notices-service.ts'
import { presentReport } from './present.ts'
import { listResults, saveResults } from './store.ts'

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
    ...{ config, db, now, senderDomains },
    environment: process.env,
    probes: systemProbes,
    server: { live, sightings, isStarting },
  }
}
