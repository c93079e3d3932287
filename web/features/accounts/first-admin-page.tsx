import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { checkFirstAdminLink, createFirstAdmin } from '#web/features/accounts/queries.ts'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { useLinkToken } from '#web/lib/link-token.ts'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Opened by the one-time link that the server prints while there is no administrator. */
export function FirstAdminPage(): ReactElement {
  const token = useLinkToken(useSearch({ from: '/first-admin' }))
  return (
    <AccountFrame
      title="First administrator"
      intro="This account looks after the community: stories, content and members."
    >
      {token ? (
        <CheckedLink token={token} />
      ) : token === null ? (
        <CheckingLink />
      ) : (
        <Notice variant="error" title="This link is not valid.">
          Open the whole link that the server printed when it started. It works once, and only while
          there is no administrator.
        </Notice>
      )}
    </AccountFrame>
  )
}

/** Checks the link first, so that nobody fills in the form for one that was used or has expired. */
function CheckedLink({ token }: { token: string }): ReactElement {
  const link = useQuery({
    queryKey: ['first-admin-link', token],
    queryFn: () => checkFirstAdminLink({ token }),
    gcTime: 0,
    // Never refetched, so that the form stays while it is being filled in.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.error) return <QueryError query={link} />
  if (!link.data) return <CheckingLink />
  if (!link.data.isValid) {
    return (
      <Notice variant="error" title="This link has expired or was already used.">
        If there is no administrator yet, restart the server: it prints a new link. To make a member
        an administrator, run <code>npm run admin -- username</code>.
      </Notice>
    )
  }
  return (
    <RegistrationForm
      draftKey="first-admin"
      hasCode={false}
      submitLabel="Create Administrator"
      create={(registration) => createFirstAdmin({ ...registration, token })}
      // A full load, so that every part of the app learns who is signed in.
      onCreated={() => window.location.assign('/admin')}
    />
  )
}

function CheckingLink(): ReactElement {
  return (
    <div role="status" aria-label="Checking the link">
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
