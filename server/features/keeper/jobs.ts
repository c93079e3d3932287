import type { Context } from '#server/context.ts'
import { checkSite } from './service.ts'

const EVERY_HOUR = '41 * * * *'

export async function startKeeperJobs(context: Context): Promise<void> {
  const options = { isDueAtStart: false }
  await context.jobs.repeat('run-checks', EVERY_HOUR, () => checkSite(context), options)
}
