import type { Context } from '#server/context.ts'
import { tidyKeptSites } from '#server/upgrade/kept.ts'
import { createKeeping } from './backup-service.ts'
import { checkSite } from './service.ts'

const EVERY_HOUR = '41 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'

export async function startKeeperJobs(context: Context): Promise<void> {
  const options = { isDueAtStart: false }
  const { backup, database, dataDir } = context.config
  const keep = async (): Promise<void> => {
    // With a database of its own, this server is the only one in the data folder.
    if (database.provider === 'embedded') await tidyKeptSites(dataDir, context.now())
    await checkSite(context)
  }
  await context.jobs.repeat('run-checks', EVERY_HOUR, keep, options)
  const keeping = createKeeping(context)
  if (backup?.time) {
    await context.jobs.repeat('run-backup', EVERY_TEN_MINUTES, keeping.backUp, options)
  }
  if (backup?.drillKey) {
    await context.jobs.repeat('run-drill', EVERY_HOUR, keeping.drill, options)
  }
}
