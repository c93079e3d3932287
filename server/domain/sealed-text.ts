import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** The kind of a private text. A text sealed as one kind cannot be opened as another. */
export type PrivateKind = 'mood' | 'guidance' | 'totp' | 'live-question'

/** Whose text it is, and of which kind. Both are authenticated with the text. */
export interface SealedFor {
  memberId: string
  kind: PrivateKind
}

/** AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. */
const CIPHER = 'aes-256-gcm'
const VERSION = 1
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 8
const LENGTH_BYTES = 4
/** Texts are padded to a multiple of this, so that their length does not reveal a mood. */
const BLOCK_BYTES = 128

export function newMemberKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/** Version byte, nonce, ciphertext, tag. */
export function seal(memberKey: Buffer, input: SealedFor & { text: string }): Buffer {
  const header = Buffer.of(VERSION)
  return encrypt(memberKey, { header, bound: boundTo(input), bytes: fill(input.text) })
}

/**
 * The text, or undefined if it was not sealed with this key for this member and kind in this
 * version.
 */
export function unseal(
  memberKey: Buffer,
  input: SealedFor & { sealed: Buffer },
): string | undefined {
  const header = Buffer.of(VERSION)
  const bytes = decrypt(memberKey, { header, bound: boundTo(input), sealed: input.sealed })
  return bytes && unfill(bytes)
}

/** A member's key as it is stored: version byte, id of the wrapping key, nonce, ciphertext, tag. */
export function wrapKey(
  wrappingKey: Buffer,
  input: { memberId: string; memberKey: Buffer },
): Buffer {
  const header = wrappedHeader(wrappingKey)
  const bound = `member-key\n${input.memberId}`
  return encrypt(wrappingKey, { header, bound, bytes: input.memberKey })
}

/** The member's key, or undefined if it was wrapped with another key or for another member. */
export function unwrapKey(
  wrappingKey: Buffer,
  input: { memberId: string; wrapped: Buffer },
): Buffer | undefined {
  const header = wrappedHeader(wrappingKey)
  const bound = `member-key\n${input.memberId}`
  const key = decrypt(wrappingKey, { header, bound, sealed: input.wrapped })
  return key?.length === KEY_BYTES ? key : undefined
}

/** Whether it was wrapped with this key, according to the key id in its header. */
export function isWrappedBy(wrappingKey: Buffer, wrapped: Buffer): boolean {
  const header = wrappedHeader(wrappingKey)
  return wrapped.subarray(0, header.length).equals(header)
}

/** Wraps a secret of the site for storage, in the same form as a member's key. */
export function wrapSecret(wrappingKey: Buffer, input: { name: string; secret: Buffer }): Buffer {
  const header = wrappedHeader(wrappingKey)
  return encrypt(wrappingKey, { header, bound: `secret\n${input.name}`, bytes: input.secret })
}

/** The secret, or undefined if it was wrapped with another key or under another name. */
export function unwrapSecret(
  wrappingKey: Buffer,
  input: { name: string; wrapped: Buffer },
): Buffer | undefined {
  const header = wrappedHeader(wrappingKey)
  return decrypt(wrappingKey, { header, bound: `secret\n${input.name}`, sealed: input.wrapped })
}

/** The version and a short id of the wrapping key, which reveals nothing about the key. */
function wrappedHeader(wrappingKey: Buffer): Buffer {
  const id = createHmac('sha256', wrappingKey).update('folx:key-id').digest()
  return Buffer.concat([Buffer.of(VERSION), id.subarray(0, KEY_ID_BYTES)])
}

function boundTo({ memberId, kind }: SealedFor): string {
  return `${kind}\n${memberId}`
}

function encrypt(key: Buffer, input: { header: Buffer; bound: string; bytes: Buffer }): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([input.header, Buffer.from(input.bound)]))
  const body = Buffer.concat([cipher.update(input.bytes), cipher.final()])
  return Buffer.concat([input.header, nonce, body, cipher.getAuthTag()])
}

function decrypt(
  key: Buffer,
  input: { header: Buffer; bound: string; sealed: Buffer },
): Buffer | undefined {
  const { header, sealed } = input
  const start = header.length + NONCE_BYTES
  const end = sealed.length - TAG_BYTES
  if (end < start || !sealed.subarray(0, header.length).equals(header)) return undefined
  const nonce = sealed.subarray(header.length, start)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.concat([header, Buffer.from(input.bound)]))
  decipher.setAuthTag(sealed.subarray(end))
  const body = decipher.update(sealed.subarray(start, end))
  try {
    return Buffer.concat([body, decipher.final()])
  } catch {
    return undefined
  }
}

/** Pads a text: its length, the text, then zeros. */
function fill(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = LENGTH_BYTES + bytes.length
  const filled = Buffer.alloc(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES)
  filled.writeUInt32BE(bytes.length)
  bytes.copy(filled, LENGTH_BYTES)
  return filled
}

function unfill(filled: Buffer): string {
  const length = filled.readUInt32BE()
  return filled.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)
}
