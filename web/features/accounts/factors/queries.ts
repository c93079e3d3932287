import type { User } from '#contract/accounts.ts'
import {
  type AddedFactor,
  type FactorPolicy,
  type FactorProof,
  factorEndpoints,
  type PasskeyAssertion,
  type StepUp,
} from '#contract/factors.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetched on every visit, since another device may have changed them. */
export const factorsQuery = endpointQuery(factorEndpoints.list, { staleTime: 0 })

export const factorPolicyQuery = endpointQuery(factorEndpoints.getPolicy, { staleTime: 0 })

/** The factors of the account whose sign-in is pending in this browser. */
export const pendingSignInQuery = endpointQuery(factorEndpoints.pendingSignIn, {
  staleTime: 0,
  gcTime: 0,
})

export function savePolicy(required: boolean): Promise<FactorPolicy> {
  return call(factorEndpoints.savePolicy, { body: { required } })
}

export async function stepUp(proof: StepUp): Promise<void> {
  await call(factorEndpoints.stepUp, { body: proof })
}

export function finishSignIn(proof: FactorProof): Promise<User> {
  return call(factorEndpoints.finishSignIn, { body: proof })
}

export async function addPasskey(name: string): Promise<AddedFactor> {
  const options = await call(factorEndpoints.passkeyOptions, {})
  const { createPasskey } = await import('#web/features/accounts/factors/passkey-browser.ts')
  const response = await createPasskey(options)
  return call(factorEndpoints.addPasskey, { body: { name, response } })
}

/** Asks the browser for a passkey unless the person has chosen one already. */
export async function signInWithPasskey(chosen: PasskeyAssertion | undefined): Promise<User> {
  const response = chosen ?? (await askForPasskey())
  return call(factorEndpoints.passkeySignIn, { body: { response } })
}

async function askForPasskey(): Promise<PasskeyAssertion> {
  const options = await call(factorEndpoints.passkeySignInOptions, {})
  const { answerWithPasskey } = await import('#web/features/accounts/factors/passkey-browser.ts')
  return answerWithPasskey(options)
}

export function renamePasskey(input: { id: number; name: string }): Promise<unknown> {
  const { id, name } = input
  return call(factorEndpoints.renamePasskey, { params: { id }, body: { name } })
}

export function removePasskey(id: number): Promise<undefined> {
  return call(factorEndpoints.removePasskey, { params: { id } })
}

export function startTotp(): Promise<{ secret: string; uri: string }> {
  return call(factorEndpoints.startTotp, {})
}

export function confirmTotp(code: string): Promise<AddedFactor> {
  return call(factorEndpoints.confirmTotp, { body: { code } })
}

export function removeTotp(): Promise<undefined> {
  return call(factorEndpoints.removeTotp, {})
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await call(factorEndpoints.renewRecoveryCodes, {})).recoveryCodes
}
