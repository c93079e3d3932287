import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyFailure } from '#web/features/accounts/factors/passkey-support.ts'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { isStepUp } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

/** A change to the member's factors, after which everything that shows them asks again. */
export function useFactorChange<Input, Result>(input: {
  change: (input: Input) => Promise<Result>
  /** The toasts' titles; without `done` there is more to do. */
  done?: string
  failed: string
  onDone?: (result: Result) => void
}): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: input.change,
    onSuccess: (result) => {
      if (input.done) toast({ title: input.done })
      input.onDone?.(result)
    },
    onError: (error) => {
      // Whoever closes the dialog that asks who they are knows why nothing happened.
      if (isStepUp(error)) return
      toast({
        title: input.failed,
        description: passkeyFailure(error),
        variant: 'destructive',
      })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(factorsQuery),
        queryClient.invalidateQueries(currentUserQuery),
      ]),
  })
}
