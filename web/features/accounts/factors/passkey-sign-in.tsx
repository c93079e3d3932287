import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { usePasskeyAutofill } from '#web/features/accounts/factors/passkey-autofill.ts'
import {
  passkeyFailure,
  useCanUsePasskeys,
} from '#web/features/accounts/factors/passkey-support.ts'
import { signInWithPasskey } from '#web/features/accounts/factors/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Signs in without a username: the browser shows its passkeys for this site, either when the button
 * is pressed or among the suggestions of the username field.
 */
export function PasskeySignIn(): ReactElement | null {
  const { enter } = useAuth()
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter })
  usePasskeyAutofill({ isPaused: signIn.isPending || signIn.isSuccess, onAssertion: signIn.mutate })
  if (!useCanUsePasskeys()) return null
  return (
    <>
      {signIn.error ? <Notice variant="error">{passkeyFailure(signIn.error)}</Notice> : null}
      <Button
        variant="outline"
        busy={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(undefined)}
      >
        <KeyRound aria-hidden size={20} />
        Sign in with a passkey
      </Button>
    </>
  )
}
