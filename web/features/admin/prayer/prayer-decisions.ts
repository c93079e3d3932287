import type { QueryClient } from '@tanstack/react-query'
import type { PrayerReview } from '#contract/prayer.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { approvePrayer, refreshQueues, rejectPrayer } from '#web/features/admin/queries.ts'
import { sendDecision } from '#web/features/admin/queue/send-decision.ts'
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
      sendDecision({
        refresh: () => refreshQueues(client),
        work: () => approvePrayer(request),
        onDone: () => notifySuccess(done),
        onFailed: (error) => notifyError('Failed to approve prayer request', error),
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
      sendDecision({
        refresh: () => refreshQueues(client),
        work: () => rejectPrayer(request, reason).then(onDone),
        onDone: () => notifySuccess('Prayer request returned'),
        onFailed: (error) => notifyError('Failed to return prayer request', error),
      }),
  }
}
