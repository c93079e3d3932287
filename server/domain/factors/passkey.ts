import { randomBytes } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/factors.ts'

/** How long a person has to answer the browser's prompt. */
const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256, as WebAuthn recommends (level 3, section 5.4). */
const ALGORITHMS = [-8, -7, -257]

type Transport = PasskeyRequestOptions['allowCredentials'][number]['transports'][number]
const TRANSPORTS = new Set<string>([
  ...(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] satisfies Transport[]),
])

/**
 * The site that asks for a passkey, always by its public address and never by what a request says.
 */
export interface RelyingParty {
  id: string
  origin: string
}

/** A passkey as the server stores it. */
export interface StoredPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

export function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** The member's id as authenticators store it. */
export function userHandleOf(memberId: string): string {
  return Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
}

export function creationOptions(input: {
  party: RelyingParty
  brand: string
  challenge: string
  member: { memberId: string; username: string }
  /** The member's existing passkeys, so that no authenticator is added twice. */
  known: StoredPasskey[]
}): PasskeyCreationOptions {
  const { party, member, known } = input
  return {
    rp: { name: input.brand, id: party.id },
    user: {
      id: userHandleOf(member.memberId),
      name: member.username,
      displayName: member.username,
    },
    challenge: input.challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Without `allowed`, any passkey of the site may answer. */
export function requestOptions(input: {
  party: RelyingParty
  challenge: string
  allowed?: StoredPasskey[]
}): PasskeyRequestOptions {
  return {
    challenge: input.challenge,
    rpId: input.party.id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: (input.allowed ?? []).map(descriptorOf),
  }
}

/** The challenge that a browser's response answers; undefined if it cannot be parsed. */
export function challengeIn(response: { clientDataJSON: string }): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const isObject = typeof data === 'object' && data !== null && 'challenge' in data
    return isObject && typeof data.challenge === 'string' ? data.challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * The new passkey; undefined unless it was created on this site, for this challenge, with user
 * verification.
 */
export async function readRegistration(input: {
  party: RelyingParty
  challenge: string
  registration: PasskeyRegistration
}): Promise<StoredPasskey | undefined> {
  const { party, challenge, registration } = input
  const { transports = [], ...response } = registration.response
  try {
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((transport) => TRANSPORTS.has(transport)),
    }
  } catch {
    // The library throws on every failed check.
    return undefined
  }
}

/**
 * The authenticator's new counter; undefined unless it signed this challenge on this site, with
 * user verification.
 */
export async function readAssertion(input: {
  party: RelyingParty
  challenge: string
  assertion: PasskeyAssertion
  passkey: StoredPasskey
}): Promise<number | undefined> {
  const { party, challenge, assertion, passkey } = input
  const { userHandle, ...response } = assertion.response
  try {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

function descriptorOf(passkey: StoredPasskey): PasskeyRequestOptions['allowCredentials'][number] {
  return {
    id: passkey.credentialId,
    type: 'public-key',
    // Only known transports are stored.
    transports: passkey.transports.filter((name): name is Transport => TRANSPORTS.has(name)),
  }
}

/** Loaded with the first passkey, so that sites without any don't keep it in memory. */
function library(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}
