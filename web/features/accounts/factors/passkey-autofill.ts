import { useEffect } from 'react'
import type { PasskeyAssertion } from '#contract/factors.ts'
import { canUsePasskeys } from '#web/features/accounts/factors/passkey-support.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'

/** A challenge expires after five minutes. */
const RENEW_MS = 4 * 60_000

/**
 * Offers passkeys among the suggestions of a field with `autocomplete="username webauthn"`, if the
 * browser supports it. The page never waits for it, and failures are silent because the user didn't
 * request it.
 */
export function usePasskeyAutofill(input: {
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
