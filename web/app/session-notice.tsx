import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { SignInLink } from '#web/lib/sign-in-link.tsx'
import { rememberPage } from '#web/lib/use-restored-draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dismissErrorToasts } from '#web/ui/toast-store.ts'

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

/** Asks a member whose session ended to sign in; sign-in leads back to this page. */
function SessionDialog(): ReactElement {
  const { dismissSignIn } = useAuth()
  const { href } = useLocation()
  const navigate = useNavigate()
  // The expired session caused the errors, and the dialog says what to do about it.
  useEffect(dismissErrorToasts, [])
  const signIn = (): void => {
    dismissSignIn()
    rememberPage(href)
    void navigate({ to: '/auth', search: { next: href } })
  }
  return (
    <ConfirmDialog
      title="You’ve been signed out"
      description="Sign in to continue. Your draft is saved on this device, and you’ll come back to this page."
      confirmLabel="Sign in"
      cancelLabel="Not now"
      isOpen
      onOpenChange={dismissSignIn}
      onConfirm={signIn}
    />
  )
}
