import type { Context } from './context.ts'
import { startAccountJobs } from './features/accounts/jobs.ts'
import { startEmailJobs } from './features/email/jobs.ts'
import { startStoryJobs } from './features/stories/jobs.ts'

/** Starts every feature's background work on this node. */
export async function startJobWorkers(context: Context): Promise<void> {
  await startAccountJobs(context)
  await startEmailJobs(context)
  await startStoryJobs(context)
}
