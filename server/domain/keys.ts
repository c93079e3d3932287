import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The use of a key. Each purpose has its own key. */
export type KeyPurpose =
  | 'check'
  | 'code-browser'
  | 'connection'
  | 'connection-version'
  | 'download'
  | 'invited-address'
  | 'known-device'
  | 'member-key'
  | 'one-time-code'
  | 'prayer-mark'
  | 'prayer-place'
  | 'push-key'
  | 'queued-mail'
  | 'rate-limit'
  | 'suspension'
  | 'unsubscribe'
  | 'till-event'

/** Keys derived from the master key (HKDF with SHA-256, RFC 5869), one per purpose. */
export interface Keys {
  /** HMAC-SHA-256 of `text` under the key of `purpose`. */
  hmac(purpose: KeyPurpose, text: string): Buffer
  /** The key of `purpose` itself, 32 bytes, for a cipher. */
  derive(purpose: KeyPurpose): Buffer
}

export function keysFrom(masterKey: Buffer): Keys {
  const derived = new Map<KeyPurpose, Buffer>()
  const keyOf = (purpose: KeyPurpose): Buffer => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', masterKey, '', `folx:${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  return {
    hmac: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest(),
    derive: keyOf,
  }
}

export function newMasterKey(): Buffer {
  return randomBytes(32)
}
