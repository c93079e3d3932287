import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { findCodeRequest } from '#web/features/accounts/code-request.ts'
import { CodeSignIn } from '#web/features/accounts/code-sign-in.tsx'
import { PasswordSignIn } from '#web/features/accounts/password-sign-in.tsx'
import { Button } from '#web/ui/button.tsx'

export function SignInPage(): ReactElement {
  const { next } = useSearch({ from: '/auth' })
  const [isByCode, setIsByCode] = useState(() => findCodeRequest(new Date()) !== undefined)
  return (
    <AccountFrame
      title="Welcome back"
      intro={
        isByCode
          ? "We'll email you a code. No password needed."
          : 'Sign in and pick up where you left off.'
      }
      footer={
        <p>
          Don't have an account?{' '}
          <Button asChild variant="link">
            <Link to="/register" search={{ next }}>
              Create one here
            </Link>
          </Button>
        </p>
      }
    >
      {isByCode ? <CodeSignIn next={next} /> : <PasswordSignIn />}
      <p aria-hidden className="flex items-center gap-3 text-sm text-ink-quiet">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </p>
      <Button variant="outline" onClick={() => setIsByCode(!isByCode)}>
        {isByCode ? 'Sign in with a password' : 'Sign in with a one-time code'}
      </Button>
    </AccountFrame>
  )
}
