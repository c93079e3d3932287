import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { findCodeRequest } from '#web/features/accounts/code-request.ts'
import { CodeSignIn } from '#web/features/accounts/code-sign-in.tsx'
import { PasskeySignIn } from '#web/features/accounts/factors/passkey-sign-in.tsx'
import { PasswordSignIn } from '#web/features/accounts/password-sign-in.tsx'
import { hasEarlyInput } from '#web/lib/early-input.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const FactorSignIn = onDemand(
  async () => (await import('#web/features/accounts/factors/factor-sign-in.tsx')).FactorSignIn,
  <Skeleton className="h-40" />,
)

export function SignInPage(): ReactElement {
  const { next } = useSearch({ from: '/auth' })
  const [isByCode, setIsByCode] = useStoredState(
    // The password form has anything the person typed in the meantime.
    () => !hasEarlyInput() && findCodeRequest(new Date()) !== undefined,
    false,
  )
  const [needsFactor, setNeedsFactor] = useState(false)
  const handleFactor = (): void => setNeedsFactor(true)
  if (needsFactor) {
    return (
      <AccountFrame title="Confirm it’s you" intro="One more step to keep your account safe.">
        <FactorSignIn onBack={() => setNeedsFactor(false)} />
      </AccountFrame>
    )
  }
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
      {isByCode ? (
        <CodeSignIn next={next} onFactor={handleFactor} />
      ) : (
        <PasswordSignIn onFactor={handleFactor} />
      )}
      <p aria-hidden className="flex items-center gap-3 text-sm text-ink-quiet">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </p>
      <Button variant="outline" onClick={() => setIsByCode(!isByCode)}>
        {isByCode ? 'Sign in with a password' : 'Sign in with a one-time code'}
      </Button>
      <PasskeySignIn />
    </AccountFrame>
  )
}
