import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'

/** Whether this browser can create and use passkeys here. They don't work on an IP address. */
export function canUsePasskeys(): boolean {
  const hasName = !/^[\d.]+$|:/.test(window.location.hostname)
  return hasName && window.isSecureContext && 'PublicKeyCredential' in window
}

/** The same in a component. The server assumes that the browser can. */
export function useCanUsePasskeys(): boolean {
  return useBrowserValue(canUsePasskeys, true)
}

/**
 * The message after a passkey failed, because the browser's own errors are not written for users.
 */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return sentenceOf(error)
  if (error instanceof Error && error.name === 'InvalidStateError') {
    return 'This device already has a passkey for your account.'
  }
  return 'The passkey was not confirmed. Try again or choose another way.'
}
