import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
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
