import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import {
  type NewResponse,
  refreshGuidance,
  sendResponse,
} from '#web/features/admin/guidance/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { entryScope } from '#web/features/admin/queue/queries.ts'
import { isOutdated } from '#web/lib/api.ts'
import { forgetText } from '#web/lib/use-draft.ts'

/** The mutation key for sending a response, to check whether one is being sent. */
export function respondKey(requestId: number): readonly unknown[] {
  return ['respond', requestId]
}

/**
 * Sends or changes a response, and discards its draft. The mutation settles only after the lists are
 * refetched, because the request may then leave the page.
 */
export function useRespond(
  request: AdminGuidanceRequest,
  { draftKey, onAnswered }: { draftKey: string; onAnswered: () => void },
): UseMutationResult<AdminGuidanceRequest, Error, NewResponse> {
  const client = useQueryClient()
  return useMutation({
    mutationKey: respondKey(request.id),
    scope: entryScope('request', request.id),
    mutationFn: sendResponse,
    onSuccess: (_, { waitingSince }) => {
      forgetText(draftKey)
      if (waitingSince !== null) onAnswered()
      notifySuccess(
        waitingSince === null ? 'Response changed successfully' : 'Response sent successfully',
      )
      return refreshGuidance(client)
    },
    onError: (error) => {
      notifyError('Failed to send response', error)
      if (isOutdated(error)) void refreshGuidance(client)
    },
  })
}
