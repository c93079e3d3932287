import type { Context } from '#server/context.ts'
import { tidyKeptSites } from '#server/upgrade/kept.ts'
import { createBackupSchedule, makeBackup } from './backup.ts'
import { checkSite } from './checks.ts'

const EVERY_HOUR = '41 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'

export async function startMaintenanceJobs(context: Context): Promise<void> {
  const options = { isDueAtStart: false }
  const { backup, database, dataDir } = context.config
  const keep = async (): Promise<void> => {
    // With the embedded database, no other server uses the data folder.
    if (database.provider === 'embedded') await tidyKeptSites(dataDir, context.now())
    await checkSite(context)
  }
  await context.jobs.repeat('run-checks', EVERY_HOUR, keep, options)
  const schedule = createBackupSchedule(context)
  if (backup?.recipient) {
    await context.jobs.work('make-backup', async () => {
      await makeBackup(context)
      await checkSite(context)
    })
    await context.jobs.repeat('run-backup', EVERY_TEN_MINUTES, schedule.backUp, options)
  }
  if (backup?.drillKey) {
    await context.jobs.repeat('run-drill', EVERY_HOUR, schedule.drill, options)
  }
}
