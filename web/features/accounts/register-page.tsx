import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { joiningQuery } from '#web/features/accounts/joining-queries.ts'
import { OpenRegistration } from '#web/features/accounts/open-registration.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ClosedRegistration = lazy(async () => {
  const { ClosedRegistration } = await import('#web/features/accounts/closed-registration.tsx')
  return { default: ClosedRegistration }
})

/** An account for everyone who may join, and an explanation for everyone else. */
export function RegisterPage(): ReactElement {
  const joining = useQuery(joiningQuery)
  // Browsers send nothing after `#` to servers, so it is in no log and no referrer.
  const invitation = new URLSearchParams(useLocation().hash).get('invite') ?? undefined
  if (joining.data?.mode === 'open') return <OpenRegistration />
  if (joining.data) {
    return (
      <Suspense fallback={<Loading />}>
        <ClosedRegistration key={invitation} mode={joining.data.mode} invitation={invitation} />
      </Suspense>
    )
  }
  return joining.error ? (
    <AccountFrame title="Create your account">
      <QueryError query={joining} />
    </AccountFrame>
  ) : (
    <Loading />
  )
}

function Loading(): ReactElement {
  return (
    <AccountFrame title="Create your account">
      <div role="status" aria-label="Loading">
        <Skeleton className="h-[40rem]" />
      </div>
    </AccountFrame>
  )
}
