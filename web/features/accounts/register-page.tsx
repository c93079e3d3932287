import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { ClosedRegistration } from '#web/features/accounts/closed-registration.tsx'
import { OpenRegistration } from '#web/features/accounts/open-registration.tsx'
import { joiningQuery } from '#web/features/accounts/queries.ts'
import type { Load } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Reads who may join. */
export function loadRegister({ client }: Load): Promise<void> {
  return prefetch(client, joiningQuery)
}

/** Shows the registration form to people who may join, and an explanation to everyone else. */
export function RegisterPage(): ReactElement {
  const joining = useQuery(joiningQuery)
  // Browsers never send the part after `#`, so the invitation appears in no log or referrer, and the
  // server renders the page without it.
  const { hash } = useLocation()
  const isHydrated = useBrowserValue(() => true, false)
  const invitation = (isHydrated && new URLSearchParams(hash).get('invite')) || undefined
  if (joining.data?.mode === 'open') return <OpenRegistration />
  if (joining.data) {
    return <ClosedRegistration key={invitation} mode={joining.data.mode} invitation={invitation} />
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
