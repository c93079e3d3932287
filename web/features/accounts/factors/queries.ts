import type { User } from '#contract/accounts.ts'
import type {
  AddedFactor,
  FactorPolicy,
  FactorProof,
  Passkey,
  PasskeyAssertion,
  StepUp,
} from '#contract/factors.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetched on every visit, since another device may have changed them. */
export const factorsQuery = endpointQuery(factorCalls.list, { staleTime: 0 })

export const factorPolicyQuery = endpointQuery(factorCalls.getPolicy, { staleTime: 0 })

/** The factors of the account whose sign-in is pending in this browser. */
export const pendingSignInQuery = endpointQuery(factorCalls.pendingSignIn, {
  staleTime: 0,
})

export function savePolicy(required: boolean): Promise<FactorPolicy> {
  return call(factorCalls.savePolicy, { body: { required } })
}

export async function stepUp(proof: StepUp): Promise<void> {
  await call(factorCalls.stepUp, { body: proof })
}

export function finishSignIn(proof: FactorProof): Promise<User> {
  return call(factorCalls.finishSignIn, { body: proof })
}

export async function addPasskey(name: string): Promise<AddedFactor> {
  const options = await call(factorCalls.passkeyOptions, {})
  const { createPasskey } = await import('#web/features/accounts/factors/passkey-browser.ts')
  const response = await createPasskey(options)
  return call(factorCalls.addPasskey, { body: { name, response } })
}

/** Asks the browser for a passkey unless the person has chosen one already. */
export async function signInWithPasskey(chosen: PasskeyAssertion | undefined): Promise<User> {
  const response = chosen ?? (await askForPasskey())
  return call(factorCalls.passkeySignIn, { body: { response } })
}

async function askForPasskey(): Promise<PasskeyAssertion> {
  const options = await call(factorCalls.passkeySignInOptions, {})
  const { answerWithPasskey } = await import('#web/features/accounts/factors/passkey-browser.ts')
  return answerWithPasskey(options)
}

export function renamePasskey(passkey: Pick<Passkey, 'id' | 'name' | 'version'>): Promise<Passkey> {
  const { id, name, version } = passkey
  return call(factorCalls.renamePasskey, { params: { id }, body: { name, version } })
}

export function removePasskey(id: number): Promise<undefined> {
  return call(factorCalls.removePasskey, { params: { id } })
}

export function startTotp(): Promise<{ secret: string; uri: string }> {
  return call(factorCalls.startTotp, {})
}

export function confirmTotp(code: string): Promise<AddedFactor> {
  return call(factorCalls.confirmTotp, { body: { code } })
}

export function removeTotp(): Promise<undefined> {
  return call(factorCalls.removeTotp, {})
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await call(factorCalls.renewRecoveryCodes, {})).recoveryCodes
}
