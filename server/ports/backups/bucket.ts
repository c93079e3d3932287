import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { openBody } from '#server/ports/files/port.ts'
import { connectS3, PART_BYTES, PARTS_AT_ONCE, type S3Config } from '#server/ports/files/s3.ts'
import { StartError } from '#server/start-error.ts'
import { type Lease, type LeaseStore, probe, type StoredObject, takeLease } from './lease.ts'
import { type BackupPlace, summing } from './port.ts'

export interface BackupBucket extends S3Config {
  /** Prefix of all names in the bucket, without a trailing slash; empty for the whole bucket. */
  prefix: string
}

/** Stores backups in a bucket of an S3-compatible store that supports conditional writes. */
export function createBackupBucket(config: BackupBucket): BackupPlace {
  const objects = new BucketObjects(config)
  /** Set during a backup: this process writes nothing once another one may hold the lock. */
  let lease: Lease | undefined
  const remove = async (path: string): Promise<void> => {
    lease?.requireHeld()
    await objects.remove(path)
  }
  const list = async (folder: string): Promise<string[]> => {
    const all = await objects.list(folder === '.' ? '' : `${folder}/`)
    return all.map(({ name }) => name).filter((name) => !name.startsWith('.'))
  }
  return {
    name: objects.name,
    write: async (path, body) => {
      lease?.requireHeld()
      const sum = summing(body)
      await objects.upload(path, sum.bytes)
      return sum.part()
    },
    read: (path) => Readable.from(objects.download(path), { objectMode: false }),
    has: (path) => objects.has(path),
    list,
    folders: async () => (await objects.folders()).filter((folder) => !folder.startsWith('.')),
    remove,
    removeFolder: async (folder) => {
      for (const path of await list(folder)) await remove(path)
    },
    lock: async () => {
      const taken = await takeLease(objects)
      lease = taken
      return {
        confirm: () => taken.renew(),
        [Symbol.asyncDispose]: async () => {
          lease = undefined
          await taken.release()
        },
      }
    },
    tryLock: async () => {
      await probe(objects)
    },
  }
}

/** The objects of a bucket below a prefix. Each method throws a StartError as a `BackupPlace` does. */
class BucketObjects implements LeaseStore {
  readonly name: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #root: string

  constructor({ prefix, ...config }: BackupBucket) {
    this.#client = connectS3(config)
    this.#bucket = config.bucket
    this.#root = prefix && `${prefix}/`
    this.name = `s3://${config.bucket}/${prefix}`
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#root + path }
  }

  #fail(error: unknown): never {
    throw refusal(this.name, error)
  }

  async list(path: string): Promise<StoredObject[]> {
    const { Bucket, Key: Prefix } = this.#at(path)
    const objects: StoredObject[] = []
    try {
      for await (const page of paginateListObjectsV2(
        { client: this.#client },
        { Bucket, Prefix },
      )) {
        for (const { Key = '', LastModified, Size } of page.Contents ?? []) {
          const name = Key.slice(this.#root.length)
          objects.push({ name, modifiedAt: LastModified, size: Size })
        }
      }
    } catch (error) {
      this.#fail(error)
    }
    return objects
  }

  /** Names of the top-level folders. */
  async folders(): Promise<string[]> {
    const input = { Bucket: this.#bucket, Prefix: this.#root, Delimiter: '/' }
    const names: string[] = []
    try {
      for await (const page of paginateListObjectsV2({ client: this.#client }, input)) {
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
          names.push(Prefix.slice(this.#root.length, -1))
        }
      }
    } catch (error) {
      this.#fail(error)
    }
    return names
  }

  async create(path: string, text: string): Promise<'created' | 'exists' | 'unsupported'> {
    const input = { ...this.#at(path), Body: text, IfNoneMatch: '*' }
    try {
      await this.#client.send(new PutObjectCommand(input))
      return 'created'
    } catch (error) {
      // 409: another process is writing the same object at this moment.
      if (statusOf(error) === 412 || statusOf(error) === 409) return 'exists'
      if (statusOf(error) === 501) return 'unsupported'
      return this.#fail(error)
    }
  }

  async put(path: string, text: string): Promise<void> {
    const input = { ...this.#at(path), Body: Buffer.from(text) }
    await this.#client.send(new PutObjectCommand(input)).catch((error) => this.#fail(error))
  }

  /** An error of the body is thrown unchanged. */
  async upload(path: string, body: Readable): Promise<void> {
    const { source, chunks, failure } = openBody(body)
    const params = { ...this.#at(path), Body: Readable.from(chunks) }
    const parts = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }
    try {
      await new Upload({ client: this.#client, params, ...parts }).done()
    } catch (error) {
      throw failure() ?? refusal(this.name, error)
    } finally {
      source.destroy()
    }
  }

  async read(path: string): Promise<string> {
    const input = new GetObjectCommand(this.#at(path))
    const answer = await this.#client.send(input).catch((error) => {
      if (statusOf(error) !== 404) this.#fail(error)
    })
    return (await answer?.Body?.transformToString()) ?? ''
  }

  async *download(path: string): AsyncGenerator<Buffer> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(path)))
      if (Body instanceof Readable) yield* Body
    } catch (error) {
      if (statusOf(error) !== 404 || isWithoutBucket(error)) this.#fail(error)
      throw Object.assign(new Error(`${path} is not in ${this.name}.`), { code: 'ENOENT' })
    }
  }

  async has(path: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#at(path)))
      return true
    } catch (error) {
      return statusOf(error) === 404 ? false : this.#fail(error)
    }
  }

  async remove(path: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(path))).catch((error) => {
      if (statusOf(error) !== 404 || isWithoutBucket(error)) this.#fail(error)
    })
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function isWithoutBucket(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket'
}

/** Returns a StartError for a problem that the operator can fix; any other error unchanged. */
function refusal(name: string, error: unknown): unknown {
  const sentence = sentenceFor(name, error)
  return sentence ? new StartError(sentence, { cause: error }) : error
}

function sentenceFor(name: string, error: unknown): string | undefined {
  if (error instanceof StartError || !(error instanceof Error)) return undefined
  const status = statusOf(error)
  if (isWithoutBucket(error)) {
    return `There is no bucket for ${name}. Create it, or correct the place and the address of the storage service (BACKUP_DIR, BACKUP_S3_ENDPOINT).`
  }
  if (status === 401 || status === 403) {
    // The response to a HEAD request has no body that could name the error.
    const reason = error.name === 'Unknown' ? status : error.name
    return `The store of ${name} refuses this key (${reason}). Check the access key and the secret access key (BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY), and that they may list, read, write and delete there.`
  }
  if (status !== undefined) {
    return `The store of ${name} answers with an error (${error.name}, ${status}). Check the store, then run this again. Earlier backups are unchanged.`
  }
  const code = 'code' in error ? String(error.code) : error.name
  if (!('code' in error) && error.name !== 'TimeoutError') return undefined
  return `${name} can’t be reached (${code}). Check the network and the address of the storage service (BACKUP_S3_ENDPOINT), then try again. Earlier backups are unchanged.`
}
