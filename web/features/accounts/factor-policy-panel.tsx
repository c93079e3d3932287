import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { FACTOR_LIMITS } from '#contract/factors.ts'
import { factorPolicyQuery, savePolicy } from '#web/features/accounts/factors/queries.ts'
import { isStepUp } from '#web/lib/api.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Whether administrators need a second step. */
export function FactorPolicyPanel(): ReactElement {
  const { data: policy, error, isFetching, refetch } = useQuery(factorPolicyQuery)
  const queryClient = useQueryClient()
  // Set immediately, because the mutation's state updates a moment later and the switch would flip
  // back until then.
  const [wanted, setWanted] = useState<boolean>()
  const saving = useSending({
    mutationFn: savePolicy,
    onSuccess: (saved) => {
      queryClient.setQueryData(factorPolicyQuery.queryKey, saved)
      toast({ title: 'Settings saved' })
    },
    onError: (failure) => {
      if (!isStepUp(failure)) toastError('Failed to save settings', failure)
    },
  })
  return (
    <FoldedCard
      title="Administrators’ sign-in"
      description={`When this is on, administrators have ${FACTOR_LIMITS.graceDays} days to add a passkey or an authenticator app. After that they can’t use the admin pages until they do.`}
    >
      {policy ? (
        <div className="flex flex-col gap-3">
          <Switch
            label="Require a second step for administrators"
            checked={wanted ?? policy.adminsSince !== null}
            onChange={(event) => {
              const isWanted = event.target.checked
              setWanted(isWanted)
              saving.mutate(isWanted, { onSettled: () => setWanted(undefined) })
            }}
          />
          <p className="text-sm text-ink-quiet">{withoutText(policy.adminsWithout)}</p>
        </div>
      ) : error ? (
        <QueryError query={{ error, isFetching, refetch }} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </FoldedCard>
  )
}

function withoutText(count: number): string {
  if (count === 0) return 'Every administrator has one.'
  return count === 1 ? '1 administrator has none yet.' : `${count} administrators have none yet.`
}
