import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** What a private text is. A text sealed as one kind does not open as another. */
export type PrivateKind = 'mood' | 'guidance' | 'totp'

/** Whose text it is, and of which kind: part of what the seal proves. */
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
/** Texts are filled up to a multiple of this, or their length would tell one mood from another. */
const BLOCK_BYTES = 128

export function newMemberKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/** Version byte, nonce, ciphertext, tag. */
export function seal(memberKey: Buffer, input: SealedFor & { text: string }): Buffer {
  const header = Buffer.of(VERSION)
  return encrypt(memberKey, { header, bound: boundTo(input), bytes: fill(input.text) })
}

/** The text, or undefined for what another key, member, kind or version has sealed, or nobody. */
export function unseal(
  memberKey: Buffer,
  input: SealedFor & { sealed: Buffer },
): string | undefined {
  const header = Buffer.of(VERSION)
  const bytes = decrypt(memberKey, { header, bound: boundTo(input), sealed: input.sealed })
  return bytes && unfill(bytes)
}

/** A member's key as it is stored: version byte, which key has wrapped it, nonce, ciphertext, tag. */
export function wrapKey(
  wrappingKey: Buffer,
  input: { memberId: string; memberKey: Buffer },
): Buffer {
  const header = wrappedHeader(wrappingKey)
  const bound = `member-key\n${input.memberId}`
  return encrypt(wrappingKey, { header, bound, bytes: input.memberKey })
}

/** The member's key, or undefined for what another key or for another member has been wrapped. */
export function unwrapKey(
  wrappingKey: Buffer,
  input: { memberId: string; wrapped: Buffer },
): Buffer | undefined {
  const header = wrappedHeader(wrappingKey)
  const bound = `member-key\n${input.memberId}`
  const key = decrypt(wrappingKey, { header, bound, sealed: input.wrapped })
  return key?.length === KEY_BYTES ? key : undefined
}

/** Whether this key has wrapped it, by the key's short name in front. */
export function isWrappedBy(wrappingKey: Buffer, wrapped: Buffer): boolean {
  const header = wrappedHeader(wrappingKey)
  return wrapped.subarray(0, header.length).equals(header)
}

/** A secret of the site itself as it is stored, in the same form. */
export function wrapSecret(wrappingKey: Buffer, input: { name: string; secret: Buffer }): Buffer {
  const header = wrappedHeader(wrappingKey)
  return encrypt(wrappingKey, { header, bound: `secret\n${input.name}`, bytes: input.secret })
}

/** The secret, or undefined for what another key or under another name has been wrapped. */
export function unwrapSecret(
  wrappingKey: Buffer,
  input: { name: string; wrapped: Buffer },
): Buffer | undefined {
  const header = wrappedHeader(wrappingKey)
  return decrypt(wrappingKey, { header, bound: `secret\n${input.name}`, sealed: input.wrapped })
}

/** A short name of the wrapping key, which tells nothing about the key. */
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

/** The text's length, the text, zeros. */
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
