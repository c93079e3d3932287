import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ChoosePasswordForm } from '#web/features/accounts/choose-password-form.tsx'
import { safeNext } from '#web/lib/safe-next.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Shown after the first sign-in with a code to an account created before its address was verified.
 */
export function ChoosePasswordPage(): ReactElement {
  const member = useMember()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/choose-password' })
  const href = safeNext(next) ?? '/dashboard'
  return (
    <AccountFrame
      title="Choose a password"
      intro="Your email address is verified, and this account is yours."
      footer={
        <p className="text-sm text-ink-quiet">
          Didn’t create this account?{' '}
          <Link to="/account" className="underline">
            Check your account
          </Link>{' '}
          for names and stories that aren’t yours.
        </p>
      }
    >
      <p>
        The account had a password before your address was verified. It no longer works, and all
        other devices are signed out.
      </p>
      <ChoosePasswordForm member={member} onSaved={() => void navigate({ href })}>
        <Button asChild variant="link">
          <Link to={href}>Not now</Link>
        </Button>
      </ChoosePasswordForm>
    </AccountFrame>
  )
}
