import { createCipheriv, hkdfSync } from 'node:crypto'
import { type Duplex, pipeline, Readable, Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A key pair of the age format (age-encryption.org/v1). */
export interface BackupKey {
  /** `AGE-SECRET-KEY-1…`: opens backups. It is kept anywhere but on the server. */
  identity: string
  /** `age1…`: can only make them. */
  recipient: string
}

export async function newBackupKey(): Promise<BackupKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Whether a text is a key that backups can be made for. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Bytes that age encrypts at a time. */
const CHUNK = 64 * 1024
const TAG = 16

/**
 * Encrypts a stream for the recipient, in memory that does not grow with it. The library makes the
 * header; the bytes go through OpenSSL, which takes a fraction of the processor time.
 */
export function seal(recipient: string, source: Readable): Readable {
  let sealChunk: ReturnType<typeof chunkSealer>
  const chunk = Buffer.alloc(CHUNK)
  let length = 0
  const sealing = new Transform({
    construct(done) {
      openPayload(recipient)
        .then(({ header, key }) => {
          sealChunk = chunkSealer(key)
          this.push(header)
          done()
        })
        .catch(done)
    },
    transform(piece: Buffer, _encoding, done) {
      for (let rest = piece; rest.length > 0; ) {
        // A whole chunk is the last one if nothing follows.
        if (length === CHUNK) {
          for (const bytes of sealChunk(chunk)) this.push(bytes)
          length = 0
        }
        const copied = rest.copy(chunk, length)
        length += copied
        rest = rest.subarray(copied)
      }
      done()
    },
    flush(done) {
      for (const bytes of sealChunk(chunk.subarray(0, length), { isLast: true })) this.push(bytes)
      done()
    },
  })
  return through(source, sealing)
}

/** What stands before the encrypted bytes, and their key. */
async function openPayload(recipient: string): Promise<{ header: Uint8Array; key: Uint8Array }> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  let fileKey = new Uint8Array()
  // Is told the key and adds nothing to the header.
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = key.slice()
      return []
    },
  })
  const empty = await encrypter.encrypt(new Uint8Array())
  const header = empty.subarray(0, -TAG)
  const key = hkdfSync('sha256', fileKey, header.subarray(-16), 'payload', 32)
  return { header, key: new Uint8Array(key) }
}

/** STREAM of age-encryption.org/v1: each chunk has its number, and the last one a mark. */
function chunkSealer(key: Uint8Array): (chunk: Buffer, as?: { isLast: boolean }) => Buffer[] {
  const nonce = Buffer.alloc(12)
  let number = 0
  return (chunk, { isLast } = { isLast: false }) => {
    nonce.writeUIntBE(number, 5, 6)
    nonce[11] = isLast ? 1 : 0
    number += 1
    const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
    return [cipher.update(chunk), cipher.final(), cipher.getAuthTag()]
  }
}

/** Decrypts a stream. It fails for another key, and for bytes that were changed or are missing. */
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

/** An error of the source ends the transform with the same error, which its reader gets. */
function through(source: Readable, transform: Duplex): Readable {
  return pipeline(source, transform, () => {})
}

// Node's streams for the web and the browser's are the same objects under two names.
function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as NodeReadableStream)
}
