import type { CheckReport } from '#contract/keeper.ts'
import type { Site } from '#server/checks/check.ts'
import { systemProbes } from '#server/checks/probes.ts'
import { runChecks } from '#server/checks/run.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { tellTeamOf } from '../notifications/team-notices-service.ts'
import { presentReport } from './present.ts'
import { listResults, saveResults } from './store.ts'

export async function readChecks({ db }: Context): Promise<CheckReport> {
  return presentReport(await listResults(db))
}

/** An administrator asks for it, and looks at the results. */
export async function runChecksNow(context: Context, admin: Admin): Promise<CheckReport> {
  await context.limits.consume('run-checks', admin.id)
  await checkSite(context)
  return readChecks(context)
}

/** Looks at the site, keeps the results, and tells the keepers what failed since it was last fine. */
export async function checkSite(context: Context): Promise<void> {
  const results = await runChecks(siteOf(context))
  await inTransaction(context.db, async (trx) => {
    const hasNews = await saveResults(trx, { results, now: context.now() })
    if (hasNews) await tellTeamOf(context, trx, 'team-check')
  })
}

function siteOf({ config, db, now, senderDomains, live, sightings }: Context): Site {
  return {
    ...{ config, db, now, senderDomains },
    environment: process.env,
    probes: systemProbes,
    server: { live, sightings },
  }
}
