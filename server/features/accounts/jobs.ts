import type { Context } from '#server/context.ts'
import { mailReset } from './passwords-service.ts'

export async function startAccountJobs(context: Context): Promise<void> {
  await context.jobs.work('request-reset', ({ memberId }) => mailReset(context, memberId))
}
