import type { Context } from '#server/context.ts'
import { tidyKeptSites } from '#server/upgrade/kept.ts'
import { createBackupSchedule, makeBackup } from './backup.ts'
import { checkSite } from './checks.ts'

const EVERY_HOUR = '41 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'

export async function startMaintenanceJobs(context: Context): Promise<void> {
  const options = { isDueAtStart: false }
  const { database, dataDir } = context.config
  const keep = async (): Promise<void> => {
    // With the embedded database, no other server uses the data folder.
    if (database.provider === 'embedded') await tidyKeptSites(dataDir, context.now())
    await checkSite(context)
  }
  await context.jobs.repeat('run-checks', EVERY_HOUR, keep, options)
  await startBackupJobs(context)
  context.changes.listen(({ kind }) => {
    if (kind !== 'connections') return
    startBackupJobs(context).catch((error: unknown) => {
      context.log.error({ err: error }, 'the jobs for backups could not be started')
    })
  })
}

/** Nodes whose backup jobs run. */
const started = new WeakSet<Context>()

/** Starts the jobs once this node knows where backups go. Other nodes may make them until then. */
async function startBackupJobs(context: Context): Promise<void> {
  await context.connections.refresh()
  const { backup } = context.config
  if (!backup || started.has(context)) return
  started.add(context)
  const options = { isDueAtStart: false }
  const schedule = createBackupSchedule(context)
  await context.jobs.work('make-backup', async () => {
    // A failure that it found is shown, too.
    try {
      await makeBackup(context)
    } finally {
      await checkSite(context)
    }
  })
  await context.jobs.repeat('run-backup', EVERY_TEN_MINUTES, schedule.backUp, options)
  if (backup.drillKey) {
    await context.jobs.repeat('run-drill', EVERY_HOUR, schedule.drill, options)
  }
}
