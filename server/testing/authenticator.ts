import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/factors.ts'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** False values that a dishonest page or authenticator would send. */
interface Lies {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
}

/** An authenticator with one passkey (ES256), used as by a browser on http://localhost:3000. */
export class Authenticator {
  readonly credentialId = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  #userHandle = ''
  #counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    // COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  create(options: PasskeyCreationOptions, lies: Lies = {}): PasskeyRegistration {
    this.#userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const authData = Buffer.concat([
      this.#head(lies.rpId ?? options.rp.id, lies, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.#publicKey,
    ])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(options: PasskeyRequestOptions, lies: Lies = {}): PasskeyAssertion {
    this.#counter += 1
    const authData = this.#head(lies.rpId ?? options.rpId, lies, 0)
    const data = clientData('webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
        userHandle: lies.userHandle ?? this.#userHandle,
      },
    }
  }

  #named(): { id: string; rawId: string; type: 'public-key' } {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key' }
  }

  #head(rpId: string, { isUserVerified = true, counter }: Lies, flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    const all = flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), count])
  }
}

function clientData(type: string, challenge: string, lies: Lies): Buffer {
  const origin = lies.origin ?? 'http://localhost:3000'
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** A text of fewer than 24 bytes (RFC 8949, section 3). */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
