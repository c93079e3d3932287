import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { openBody } from '#server/ports/files/port.ts'
import { connectS3, PART_BYTES, PARTS_AT_ONCE, type S3Config } from '#server/ports/files/s3.ts'
import { StartError } from '#server/start-error.ts'
import { type Lease, type LeaseStore, type StoredObject, takeLease } from './lease.ts'
import { type BackupPlace, summing } from './port.ts'

export interface BackupBucket extends S3Config {
  /** Prefix of all names in the bucket, without a trailing slash; empty for the whole bucket. */
  prefix: string
}

/** Stores backups in a bucket of an S3-compatible store that supports conditional writes. */
export function createBackupBucket({ prefix, ...config }: BackupBucket): BackupPlace {
  const client = connectS3(config)
  const { bucket: Bucket } = config
  const root = prefix && `${prefix}/`
  const name = `s3://${Bucket}/${prefix}`
  const at = (path: string) => ({ Bucket, Key: root + path })
  /** Set during a backup: this process writes nothing once another one may hold the lock. */
  let lease: Lease | undefined

  function fail(error: unknown): never {
    throw refusal(name, error)
  }

  async function* listObjects(path: string): AsyncGenerator<StoredObject> {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: root + path })
    try {
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified, Size } of Contents) {
          yield { name: Key.slice(root.length), modifiedAt: LastModified, size: Size }
        }
      }
    } catch (error) {
      fail(error)
    }
  }

  async function* download(path: string): AsyncGenerator<Buffer> {
    try {
      const { Body } = await client.send(new GetObjectCommand(at(path)))
      if (Body instanceof Readable) yield* Body
    } catch (error) {
      if (statusOf(error) !== 404 || isWithoutBucket(error)) fail(error)
      throw Object.assign(new Error(`${path} is not in ${name}.`), { code: 'ENOENT' })
    }
  }

  async function list(folder: string): Promise<string[]> {
    const names: string[] = []
    for await (const object of listObjects(folder === '.' ? '' : `${folder}/`)) {
      if (!object.name.startsWith('.')) names.push(object.name)
    }
    return names
  }

  async function remove(path: string): Promise<void> {
    lease?.requireHeld()
    await client.send(new DeleteObjectCommand(at(path))).catch((error) => {
      if (statusOf(error) !== 404 || isWithoutBucket(error)) fail(error)
    })
  }

  const leases: LeaseStore = {
    name,
    create: async (path, text) => {
      try {
        await client.send(new PutObjectCommand({ ...at(path), Body: text, IfNoneMatch: '*' }))
        return 'created'
      } catch (error) {
        // 409: another process is writing the same object at this moment.
        if (statusOf(error) === 412 || statusOf(error) === 409) return 'exists'
        if (statusOf(error) === 501) return 'unsupported'
        return fail(error)
      }
    },
    put: async (path, text) => {
      await client.send(new PutObjectCommand({ ...at(path), Body: Buffer.from(text) })).catch(fail)
    },
    read: async (path) => {
      const answer = await client.send(new GetObjectCommand(at(path))).catch((error) => {
        if (statusOf(error) !== 404) fail(error)
      })
      return (await answer?.Body?.transformToString()) ?? ''
    },
    list: async (folder) => {
      const objects: StoredObject[] = []
      for await (const object of listObjects(folder)) objects.push(object)
      return objects
    },
    remove: async (path) => {
      await client.send(new DeleteObjectCommand(at(path))).catch(fail)
    },
  }

  return {
    name,
    write: async (path, body) => {
      lease?.requireHeld()
      const sum = summing(body)
      const { source, chunks, failure } = openBody(sum.bytes)
      const params = { ...at(path), Body: Readable.from(chunks) }
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
      try {
        await upload.done()
      } catch (error) {
        throw failure() ?? refusal(name, error)
      } finally {
        source.destroy()
      }
      return sum.part()
    },
    read: (path) => Readable.from(download(path), { objectMode: false }),
    has: async (path) => {
      try {
        await client.send(new HeadObjectCommand(at(path)))
        return true
      } catch (error) {
        return statusOf(error) === 404 ? false : fail(error)
      }
    },
    list,
    folders: async () => {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: root, Delimiter: '/' })
      const names: string[] = []
      try {
        for await (const { CommonPrefixes = [] } of pages) {
          names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(root.length, -1)))
        }
      } catch (error) {
        fail(error)
      }
      return names.filter((folder) => !folder.startsWith('.'))
    },
    remove,
    removeFolder: async (folder) => {
      for (const path of await list(folder)) await remove(path)
    },
    lock: async () => {
      const taken = await takeLease(leases)
      lease = taken
      return {
        confirm: () => taken.renew(),
        [Symbol.asyncDispose]: async () => {
          lease = undefined
          await taken.release()
        },
      }
    },
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
    return `There is no bucket for ${name}. Create it, or correct BACKUP_DIR and BACKUP_S3_ENDPOINT.`
  }
  if (status === 401 || status === 403) {
    // The response to a HEAD request has no body that could name the error.
    const reason = error.name === 'Unknown' ? status : error.name
    return `The store of ${name} refuses this key (${reason}). Check BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and that this key may list, read, write and delete there.`
  }
  if (status !== undefined) {
    return `The store of ${name} answers with an error (${error.name}, ${status}). Check the store, then run this again. Earlier backups are unchanged.`
  }
  const code = 'code' in error ? String(error.code) : error.name
  if (!('code' in error) && error.name !== 'TimeoutError') return undefined
  return `${name} can’t be reached (${code}). Check the network and BACKUP_S3_ENDPOINT, then run this again. Earlier backups are unchanged.`
}
