import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { createFirstAdmin } from '#web/features/accounts/account-queries.ts'
import { RegistrationForm } from '#web/features/accounts/registration-form.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Where the one-time link leads that the server prints while there is no administrator. */
export function FirstAdminPage(): ReactElement {
  const { token } = useSearch({ from: '/first-admin' })
  return (
    <AccountFrame
      title="First administrator"
      intro="This account looks after the community: stories, content and members."
    >
      {token ? (
        <RegistrationForm
          draftKey="first-admin"
          hasCode={false}
          submitLabel="Create Administrator"
          create={(registration) => createFirstAdmin({ ...registration, token })}
          // A full load, so that every part of the app learns who is signed in.
          onCreated={() => window.location.assign('/admin')}
        />
      ) : (
        <Notice variant="error" title="This link is not valid.">
          Open the whole link that the server printed when it started. It works once, and only while
          there is no administrator.
        </Notice>
      )}
    </AccountFrame>
  )
}
