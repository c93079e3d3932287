import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import {
  type NewResponse,
  refreshGuidance,
  sendResponse,
  setHidden,
} from '#web/features/admin/guidance/queries.ts'
import { claimScope } from '#web/features/admin/guidance/use-claim.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { forgetText } from '#web/lib/use-text-draft.ts'

/**
 * Sends a response or another wording of it, and forgets its draft. The lists are fetched again
 * before it counts as done: the request may leave the page then.
 */
export function useRespond(
  requestId: number,
  draftKey: string,
): UseMutationResult<AdminGuidanceRequest, Error, NewResponse> {
  const client = useQueryClient()
  return useMutation({
    scope: claimScope(requestId),
    mutationFn: sendResponse,
    onSuccess: (_, { waitingSince }) => {
      forgetText(draftKey)
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

/** Takes a request out of the list, or puts it back. */
export function useToggleRequest(
  request: AdminGuidanceRequest,
): UseMutationResult<{ isHidden: boolean }, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => setHidden(request.id, !request.isHidden),
    onSuccess: ({ isHidden }) => {
      notifySuccess(isHidden ? 'Request hidden successfully' : 'Request unhidden')
      return refreshGuidance(client)
    },
    onError: (error) => {
      notifyError(request.isHidden ? 'Failed to show request' : 'Failed to hide request', error)
      if (isOutdated(error)) void refreshGuidance(client)
    },
  })
}
