import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { FactorPrompt } from '#web/features/accounts/factors/factor-prompt.tsx'
import { finishSignIn, pendingSignInQuery } from '#web/features/accounts/factors/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The second step of a sign-in. The router leaves the page when it succeeds. */
export function FactorSignIn({ onBack }: { onBack: () => void }): ReactElement {
  const { data: factors, error } = useQuery(pendingSignInQuery)
  const { enter } = useAuth()
  return (
    <div className="flex flex-col gap-4">
      {factors ? (
        <FactorPrompt
          factors={factors}
          askForPasskey={() => call(factorCalls.factorOptions, {})}
          onProof={async (proof) => enter(await finishSignIn(proof))}
        />
      ) : error ? (
        <ErrorState message={sentenceOf(error)} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <Button variant="link" className="self-start" onClick={onBack}>
        Start over
      </Button>
    </div>
  )
}
