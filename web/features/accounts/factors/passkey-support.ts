import { ApiError, sentenceOf } from '#web/lib/api.ts'

/** Whether this browser can make and use passkeys here: an address of digits cannot have any. */
export function canUsePasskeys(): boolean {
  const hasName = !/^[\d.]+$|:/.test(window.location.hostname)
  return hasName && window.isSecureContext && 'PublicKeyCredential' in window
}

/** What to say after a passkey did not work; the browser says nothing fit for a person. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return sentenceOf(error)
  if (error instanceof Error && error.name === 'InvalidStateError') {
    return 'This device already has a passkey for your account.'
  }
  return 'The passkey was not confirmed. Try again or choose another way.'
}
