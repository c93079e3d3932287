import type { Context } from './context.ts'
import { startAccountJobs } from './features/accounts/passwords.ts'
import { startAddressChangeJobs } from './features/address-changes/service.ts'
import { startDailyJobs } from './features/daily/run.ts'
import { startEmailJobs } from './features/email/jobs.ts'
import { startFileJobs } from './features/files/jobs.ts'
import { startJoiningJobs } from './features/joining/jobs.ts'
import { startLiveJobs } from './features/live/on-air.ts'
import { startMailingJobs } from './features/mailings/jobs.ts'
import { startMaintenanceJobs } from './features/maintenance/jobs.ts'
import { startNotificationJobs } from './features/notifications/jobs.ts'
import { startPrayerJobs } from './features/prayer/jobs.ts'
import { startPseudonymJobs } from './features/pseudonyms/skeletons.ts'
import { startSecurityLogJobs } from './features/security-log/service.ts'
import { startSettingsJobs } from './features/settings/service.ts'
import { startProductJobs } from './features/shop/products/images.ts'
import { startPurchaseJobs } from './features/shop/purchases/jobs.ts'
import { startStoryJobs } from './features/stories/jobs.ts'
import { startTillJobs } from './features/till/simulation.ts'
import { fillTriviaBank } from './features/trivia/bank.ts'

/**
 * Starts every feature's background work on this node. Does nothing on a restored site that isn't
 * confirmed: emails, pushes, payments and deletions belong to the live site.
 *
 * @param options `checksSite` is false where the state of the machine doesn't matter, as in tests
 */
export async function startJobWorkers(
  context: Context,
  { checksSite = true }: { checksSite?: boolean } = {},
): Promise<void> {
  if (context.isUnconfirmed) return
  await startAccountJobs(context)
  await startEmailJobs(context)
  await startStoryJobs(context)
  await startFileJobs(context)
  await startProductJobs(context)
  await startPurchaseJobs(context)
  await startNotificationJobs(context)
  await startLiveJobs(context)
  await startSettingsJobs(context)
  await startDailyJobs(context)
  await startMailingJobs(context)
  await startTillJobs(context)
  await startAddressChangeJobs(context)
  await startPseudonymJobs(context)
  await startSecurityLogJobs(context)
  if (checksSite) await startMaintenanceJobs(context)
  await startJoiningJobs(context)
  await startPrayerJobs(context)
  await fillTriviaBank(context)
}
