import type { Context } from '#server/context.ts'
import { forgetOldJoining } from './applications.ts'

export async function startJoiningJobs(context: Context): Promise<void> {
  await context.jobs.repeat('forget-joining', '50 4 * * *', () => forgetOldJoining(context))
}
