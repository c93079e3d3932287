import type { Context } from '#server/context.ts'
import { freeOldPseudonyms } from './service.ts'
import { fillSkeletons } from './skeletons-service.ts'

export async function startPseudonymJobs(context: Context): Promise<void> {
  await context.jobs.repeat('free-old-pseudonyms', '50 4 * * *', async () => {
    await freeOldPseudonyms(context)
    await fillSkeletons(context)
  })
}
