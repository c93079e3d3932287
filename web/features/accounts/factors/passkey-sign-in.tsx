import { KeyRound } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import type { PasskeyAssertion } from '#contract/factors.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import {
  canUsePasskeys,
  passkeyFailure,
  useCanUsePasskeys,
} from '#web/features/accounts/factors/passkey-support.ts'
import { signInWithPasskey } from '#web/features/accounts/factors/queries.ts'
import { SignInRefusal } from '#web/features/accounts/sign-in-refusal.tsx'
import { ApiError, call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'

/** A challenge expires after five minutes. */
const RENEW_MS = 4 * 60_000

/**
 * Signs in without a username: the browser shows its passkeys for this site, either when the button
 * is pressed or among the suggestions of the username field.
 */
export function PasskeySignIn(): ReactElement | null {
  const { enter } = useAuth()
  const signIn = useSending({ mutationFn: signInWithPasskey, onSuccess: enter })
  // A browser may pick a passkey again and again by itself. Once the server has refused one, only the
  // button asks for another.
  const isRefused = signIn.error instanceof ApiError
  usePasskeyAutofill({
    isPaused: signIn.isPending || signIn.isSuccess || isRefused,
    onAssertion: signIn.mutate,
  })
  if (!useCanUsePasskeys()) return null
  return (
    <>
      <SignInRefusal
        sentence={signIn.error ? passkeyFailure(signIn.error) : undefined}
        error={signIn.error}
      />
      <Button
        variant="outline"
        className="noscript:hidden"
        busy={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(undefined)}
      >
        <KeyRound aria-hidden size={20} />
        Sign in with a passkey
      </Button>
    </>
  )
}

/**
 * Offers passkeys among the suggestions of a field with `autocomplete="username webauthn"`, if the
 * browser supports it. The page never waits for it, and failures are silent because the user didn't
 * request it.
 */
function usePasskeyAutofill(input: {
  isPaused: boolean
  onAssertion: (assertion: PasskeyAssertion) => void
}): void {
  const { isPaused, onAssertion } = input
  useEffect(() => (isPaused ? undefined : offer(onAssertion)), [isPaused, onAssertion])
}

/** Returns a function that stops offering. */
function offer(onAssertion: (assertion: PasskeyAssertion) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  void offerUntil(signal, onAssertion)
  return () => stopping.abort()
}

async function offerUntil(
  signal: AbortSignal,
  onAssertion: (assertion: PasskeyAssertion) => void,
): Promise<void> {
  if (!(await canAutofill()) || signal.aborted) return
  const browser = await import('#web/features/accounts/factors/passkey-browser.ts')
  if (signal.aborted) return
  signal.addEventListener('abort', browser.stopOffering)
  const once = async (): Promise<void> => {
    const options = await call(factorCalls.passkeySignInOptions, { signal })
    if (signal.aborted) return
    const renewal = setTimeout(() => void once().catch(ignore), RENEW_MS)
    signal.addEventListener('abort', () => clearTimeout(renewal))
    onAssertion(await browser.answerFromAutofill(options))
  }
  await once().catch(ignore)
}

function ignore(): void {}

async function canAutofill(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}
