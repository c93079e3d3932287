import type { QueryClient } from '@tanstack/react-query'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { refreshGuidance, setHidden } from '#web/features/admin/guidance/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { sendDecision } from '#web/features/admin/queue/send-decision.ts'
import type { Decision } from '#web/lib/undo.ts'

/** Identifies a request in its current state. A follow-up or a changed visibility changes it. */
export function requestSubject(
  request: Pick<AdminGuidanceRequest, 'id' | 'waitingSince' | 'isHidden'>,
): string {
  const { id, waitingSince, isHidden } = request
  return `guidance-${id}-${waitingSince}-${isHidden ? 'hidden' : 'listed'}`
}

/** Hides a request from the list, or shows it again. */
export function hiding(client: QueryClient, request: AdminGuidanceRequest): Decision {
  const hides = !request.isHidden
  return {
    subject: requestSubject(request),
    label: hides ? 'Hiding' : 'Unhiding',
    doneLabel: hides ? '✓ Request hidden' : '✓ Request unhidden',
    send: () =>
      sendDecision({
        work: () => setHidden(request.id, hides),
        refresh: () => refreshGuidance(client),
        onDone: () => notifySuccess(hides ? 'Request hidden successfully' : 'Request unhidden'),
        onFailed: (error) =>
          notifyError(hides ? 'Failed to hide request' : 'Failed to show request', error),
      }),
  }
}
