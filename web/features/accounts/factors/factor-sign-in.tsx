import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { FactorPrompt } from '#web/features/accounts/factors/factor-prompt.tsx'
import { finishSignIn, pendingSignInQuery } from '#web/features/accounts/factors/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { withNext } from '#web/lib/safe-next.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The second step of a sign-in. The router leaves the page when it succeeds. */
export function FactorSignIn(): ReactElement {
  const { next } = useSearch({ from: '/auth/code' })
  const { data: factors, error } = useQuery(pendingSignInQuery)
  const { enter } = useAuth()
  return (
    <AccountFrame title="Confirm it’s you" intro="One more step to keep your account safe.">
      {factors ? (
        <FactorPrompt
          factors={factors}
          action={withNext('/auth/code', next)}
          askForPasskey={() => call(factorCalls.factorOptions, {})}
          onProof={async (proof) => enter(await finishSignIn(proof))}
        />
      ) : error ? (
        <ErrorState message={sentenceOf(error)} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <Button asChild variant="link" className="self-start">
        <Link to="/auth" search={{ next }}>
          Start over
        </Link>
      </Button>
    </AccountFrame>
  )
}
