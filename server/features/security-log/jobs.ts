import type { Context } from '#server/context.ts'
import { forgetOldEvents } from './service.ts'

export async function startSecurityLogJobs(context: Context): Promise<void> {
  await context.jobs.repeat('forget-security-events', '40 4 * * *', () => forgetOldEvents(context))
}
