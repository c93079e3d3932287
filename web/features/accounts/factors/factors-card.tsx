import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { PasskeySection } from '#web/features/accounts/factors/passkey-section.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { RecoveryCodesDialog } from '#web/features/accounts/factors/recovery-codes-dialog.tsx'
import { RecoverySection } from '#web/features/accounts/factors/recovery-section.tsx'
import { TotpSection } from '#web/features/accounts/factors/totp-section.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How the member signs in, besides the password. */
export function FactorsCard({ member }: { member: User }): ReactElement {
  return (
    <Card id="security" aria-labelledby="security-title">
      <CardHeader>
        <CardTitle id="security-title">Sign-in and security</CardTitle>
        <CardDescription>
          A second step when you sign in, so your password alone isn’t enough.
        </CardDescription>
      </CardHeader>
      {member.emailVerified ? (
        <Sections />
      ) : (
        <p>Verify your email address first. You’ll find it under “Profile” on this page.</p>
      )}
    </Card>
  )
}

function Sections(): ReactElement {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  if (!factors) {
    return error ? (
      <QueryError query={{ error, isFetching, refetch }} />
    ) : (
      <Skeleton className="h-60" />
    )
  }
  const hasFactor = factors.passkeys.length > 0 || factors.totp !== null
  return (
    <div className="flex flex-col gap-6">
      <PasskeySection passkeys={factors.passkeys} onCodes={setNewCodes} />
      <TotpSection totp={factors.totp} onCodes={setNewCodes} />
      {hasFactor ? (
        <RecoverySection left={factors.recoveryCodesLeft} onCodes={setNewCodes} />
      ) : null}
      {newCodes ? <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} /> : null}
    </div>
  )
}
