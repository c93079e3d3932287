import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { GuidanceRequest } from '#contract/guidance.ts'
import {
  dropOwnRequest,
  refreshOwnRequests,
  replaceOwnRequest,
} from '#web/features/guidance/queries.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/**
 * Sends a follow-up. Errors are shown next to the text, which stays in the form.
 *
 * @param onSent runs while the form is still mounted
 */
export function useFollowUp({
  requestId,
  onSent,
}: {
  requestId: number
  onSent: () => void
}): UseMutationResult<GuidanceRequest, Error, { content: string }> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body) => call(guidanceCalls.followUp, { params: { id: requestId }, body }),
    onSuccess: (request) => {
      onSent()
      toast({ title: 'Follow-up submitted successfully' })
      replaceOwnRequest(client, request)
      return refreshOwnRequests(client)
    },
    onError: (error) => refreshOutdated(error, () => refreshOwnRequests(client)),
  })
}

export function useDeleteRequest(
  onSettled: () => void,
): UseMutationResult<undefined, Error, number> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id) => call(guidanceCalls.remove, { params: { id } }),
    onSuccess: (_, id) => {
      toast({ title: 'Request deleted successfully' })
      dropOwnRequest(client, id)
      void refreshOwnRequests(client)
    },
    onError: (error) => {
      toastError('Failed to delete request', error)
      refreshOutdated(error, () => refreshOwnRequests(client))
    },
    onSettled,
  })
}

/** Refetches if another tab or device of the member has already changed the request. */
function refreshOutdated(error: Error, refresh: () => Promise<void>): void {
  const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409)
  if (isOutdated) void refresh()
}
