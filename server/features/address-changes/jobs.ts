import type { Context } from '#server/context.ts'
import { forgetOldChanges } from './service.ts'

export async function startAddressChangeJobs(context: Context): Promise<void> {
  await context.jobs.repeat('forget-address-changes', '20 4 * * *', () => forgetOldChanges(context))
}
