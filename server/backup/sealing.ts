import { type Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { readWrittenText } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'

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

/** Reads the secret half of a backup key from a file that may contain other lines, too. */
export async function readIdentity(path: string): Promise<string> {
  const text = await readWrittenText(path).catch((cause) => {
    if (cause instanceof StartError) throw cause
    throw new StartError(`The key file ${path} cannot be read.`, { cause })
  })
  const identity = findIdentity(text)
  if (!identity)
    throw new StartError(`The file ${path} contains no backup key (AGE-SECRET-KEY-1…).`)
  return identity
}

/** Finds the secret half of a backup key in a text that may contain other lines, too. */
export function findIdentity(text: string): string | undefined {
  return /^\s*(AGE-SECRET-KEY-1[0-9A-Z]+)\s*$/m.exec(text)?.[1]
}

/** The public half that belongs to a secret one; undefined if that isn't a key. */
export function recipientOf(identity: string): Promise<string | undefined> {
  return identityToRecipient(identity).catch(() => undefined)
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
