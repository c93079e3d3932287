import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshPrayers } from '#web/features/prayer/queries.ts'
import { call } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Puts a request back in the review queue; for moderators. */
export function useWithdraw(id: number): UseMutationResult<undefined, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(prayerCalls.withdraw, { params: { id } }),
    onSuccess: () => {
      toast({
        title: 'Back in review',
        description: 'The request isn’t in the list until it’s approved again.',
      })
      return refreshPrayers(client)
    },
    onError: (error) => toastError('Failed to put the request back in review', error),
  })
}
