import { type Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A key pair of the age format (age-encryption.org/v1). */
export interface BackupKey {
  /** `AGE-SECRET-KEY-1…`: opens backups. Never kept on the server. */
  identity: string
  /** `age1…`: can only make backups. */
  recipient: string
}

export async function newBackupKey(): Promise<BackupKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Whether a text is a valid key for making backups. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Encrypts a stream for the recipient, with constant memory use. */
export async function seal(recipient: string, source: Readable): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/**
 * Decrypts a stream. The stream fails for another key, and if bytes were changed or are missing.
 */
export async function open(identity: string, source: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return fromWeb(await decrypter.decrypt(toWeb(source)))
}

export function compress(source: Readable): Readable {
  return through(source, createZstdCompress())
}

export function decompress(source: Readable): Readable {
  return through(source, createZstdDecompress())
}

/** An error of the source is passed on to the reader of the transform. */
function through(source: Readable, transform: Duplex): Readable {
  return pipeline(source, transform, () => {})
}

// Node's web streams and the browser's are the same objects under different types.
function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as NodeReadableStream)
}
