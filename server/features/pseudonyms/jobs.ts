import type { Context } from '#server/context.ts'
import { freeOldPseudonyms } from './service.ts'

export async function startPseudonymJobs(context: Context): Promise<void> {
  await context.jobs.repeat('free-old-pseudonyms', '50 4 * * *', () => freeOldPseudonyms(context))
}
