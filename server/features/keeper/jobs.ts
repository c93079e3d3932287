import type { Context } from '#server/context.ts'
import { createKeeping } from './backup-service.ts'
import { checkSite } from './service.ts'

const EVERY_HOUR = '41 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'

export async function startKeeperJobs(context: Context): Promise<void> {
  const options = { isDueAtStart: false }
  await context.jobs.repeat('run-checks', EVERY_HOUR, () => checkSite(context), options)
  const { backup } = context.config
  const keeping = createKeeping(context)
  if (backup?.time) {
    await context.jobs.repeat('run-backup', EVERY_TEN_MINUTES, keeping.backUp, options)
  }
  if (backup?.drillKey) {
    await context.jobs.repeat('run-drill', EVERY_HOUR, keeping.drill, options)
  }
}
