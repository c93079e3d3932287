import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/factors.ts'

/** Throws the browser's error, such as `NotAllowedError` when the person cancels. */
export async function createPasskey(
  optionsJSON: PasskeyCreationOptions,
): Promise<PasskeyRegistration> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Throws the browser's error, such as `NotAllowedError` when the person cancels. */
export async function answerWithPasskey(
  optionsJSON: PasskeyRequestOptions,
): Promise<PasskeyAssertion> {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON })
  return { id, rawId, type, response }
}

/**
 * Offers passkeys among the autofill suggestions of the sign-in form and waits until the person
 * chooses one. Ends when `stopOffering` is called or a passkey is requested in another way.
 */
export async function answerFromAutofill(
  optionsJSON: PasskeyRequestOptions,
): Promise<PasskeyAssertion> {
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: true,
  })
  return { id, rawId, type, response }
}

export function stopOffering(): void {
  WebAuthnAbortService.cancelCeremony()
}
