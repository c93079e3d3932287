import type { QueryClient } from '@tanstack/react-query'
import type { PrayerReview } from '#contract/prayer.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { approvePrayer, refreshQueues, rejectPrayer } from '#web/features/admin/queries.ts'
import type { Decision } from '#web/lib/undo.ts'

/** Identifies a request in the version that was read. A changed one needs its own decision. */
export function prayerSubject({ id, submittedAt, kind }: PrayerReview): string {
  return `prayer-${id}-${kind}-${submittedAt}`
}

/** Publishes a request or its answer line, or dismisses a report. */
export function prayerApproval(client: QueryClient, request: PrayerReview): Decision {
  const isReport = request.kind === 'report'
  const done = isReport ? 'Prayer request kept' : 'Prayer request approved'
  return {
    subject: prayerSubject(request),
    label: isReport ? 'Keeping the request' : 'Approving',
    doneLabel: `✓ ${done}`,
    send: () =>
      settled(client, {
        work: () => approvePrayer(request),
        done,
        failed: 'Failed to approve prayer request',
      }),
  }
}

/** @param onDone called once the reason is sent */
export function prayerRejection(
  client: QueryClient,
  { request, reason, onDone }: { request: PrayerReview; reason: string; onDone: () => void },
): Decision {
  return {
    subject: prayerSubject(request),
    label: 'Returning to its author',
    doneLabel: 'Returned to its author',
    send: () =>
      settled(client, {
        work: () => rejectPrayer(request, reason).then(onDone),
        done: 'Prayer request returned',
        failed: 'Failed to return prayer request',
      }),
  }
}

async function settled(
  client: QueryClient,
  { work, done, failed }: { work: () => Promise<unknown>; done: string; failed: string },
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    notifyError(failed, error instanceof Error ? error : new Error(String(error)))
    if (isOutdated(error)) void refreshQueues(client)
    return false
  }
  notifySuccess(done)
  void refreshQueues(client)
  return true
}
