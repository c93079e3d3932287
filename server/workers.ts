import type { Context } from './context.ts'
import { startAccountJobs } from './features/accounts/jobs.ts'
import { startDailyJobs } from './features/daily/jobs.ts'
import { startEmailJobs } from './features/email/jobs.ts'
import { startNotificationJobs } from './features/notifications/jobs.ts'
import { startSettingsJobs } from './features/settings/jobs.ts'
import { startStoryJobs } from './features/stories/jobs.ts'
import { fillTriviaBank } from './features/trivia/jobs.ts'

/** Starts every feature's background work on this node. */
export async function startJobWorkers(context: Context): Promise<void> {
  await startAccountJobs(context)
  await startEmailJobs(context)
  await startStoryJobs(context)
  await startNotificationJobs(context)
  await startSettingsJobs(context)
  await startDailyJobs(context)
  await fillTriviaBank(context)
}
