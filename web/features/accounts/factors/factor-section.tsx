import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { passkeyFailure } from '#web/features/accounts/factors/passkey-support.ts'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { isStepUp } from '#web/lib/api.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { toast } from '#web/ui/toast-store.ts'

/** One sign-in method, with its heading. */
export function FactorSection(props: {
  title: string
  help: ReactNode
  children: ReactNode
}): ReactElement {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <div>
        <h3 className="text-base font-semibold">{props.title}</h3>
        <p className="text-sm text-ink-quiet">{props.help}</p>
      </div>
      {props.children}
    </section>
  )
}

/** Changes the member's factors, then refetches everything that shows them. */
export function useFactorChange<Input, Result>(input: {
  change: (input: Input) => Promise<Result>
  /** The toasts' titles. Without `done`, success shows no toast because more steps follow. */
  done?: string
  failed: string
  onDone?: (result: Result) => void
}): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient()
  return useSending({
    mutationFn: input.change,
    onSuccess: (result) => {
      if (input.done) toast({ title: isNewer(result) ? NEWER_KEPT : input.done })
      input.onDone?.(result)
    },
    onError: (error) => {
      // A member who closes the confirmation dialog knows why nothing happened.
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
