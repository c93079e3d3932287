import type { ReactElement } from 'react'
import { SessionDialog } from '#web/app/session-dialog.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { SignInLink } from '#web/lib/sign-in-link.tsx'

const linkClasses =
  'inline-flex min-h-6 items-center font-semibold underline underline-offset-2 pointer-coarse:min-h-11'

/** Loaded when a session has ended, so the first page stays light. */
export function SessionNotice({ className }: { className: string }): ReactElement {
  const { isSignInNeeded } = useAuth()
  return (
    <>
      <p role="alert" className={className}>
        You’ve been signed out. Your draft is saved on this device.{' '}
        <SignInLink className={linkClasses} />
      </p>
      {isSignInNeeded ? <SessionDialog /> : null}
    </>
  )
}
