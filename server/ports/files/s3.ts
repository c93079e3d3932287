import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '#server/domain/app-error.ts'
import { tryProvider } from '../provider-health.ts'
import {
  type ByteRange,
  badRange,
  type FileInfo,
  type FileRead,
  type FileStore,
  fileNotFound,
  filesUnavailable,
  type ListedFile,
  type NewFile,
  openBody,
  tryStore,
  validateKey,
  validateRange,
} from './port.ts'

/** A bucket and the key to it. */
export interface S3Bucket {
  /** URL of an S3-compatible store; Amazon's own for the region by default. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Puts the bucket into the path instead of the host name, which most stores other than Amazon's need. */
  forcePathStyle: boolean
}

export interface S3Config extends S3Bucket {
  /** Time limit for one request, in milliseconds; 30 seconds by default. An upload sends parts of 5 MB. */
  requestLimitMs?: number
}

/** An upload uses about twice PART_BYTES × PARTS_AT_ONCE of memory. With 10,000 parts, a file has at most 50 GB. */
export const PART_BYTES = 5 * 1024 * 1024
export const PARTS_AT_ONCE = 2
/** How long a download may be idle: longer than a request, because a listener may pause. */
const IDLE_LIMIT_MS = 5 * 60 * 1000

/** Stores files in a bucket of any S3-compatible store. */
export function createS3Files(config: S3Config): FileStore {
  const client = connectS3(config)
  const { bucket: Bucket } = config

  async function put({ key, contentType, body }: NewFile): Promise<void> {
    validateKey(key)
    const { source, chunks, failure } = openBody(body)
    const upload = new Upload({
      client,
      params: { Bucket, Key: key, Body: Readable.from(chunks), ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    })
    try {
      await upload.done()
    } catch (error) {
      throw failure() ?? filesUnavailable(error)
    } finally {
      source.destroy()
    }
  }

  async function read(key: string, range?: ByteRange): Promise<FileRead> {
    validateKey(key)
    if (range) validateRange(range)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: key, Range })).catch(fail)
    const { Body: stream, ContentLength: length } = answer
    if (!(stream instanceof Readable) || length === undefined) throw filesUnavailable(answer)
    return { ...info(answer), size: wholeSize(answer.ContentRange) ?? length, length, stream }
  }

  async function readInfo(key: string): Promise<FileInfo> {
    validateKey(key)
    return info(await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(fail))
  }

  const store: FileStore = {
    put,
    read,
    stat: readInfo,
    list: (prefix) => listObjects(client, { Bucket, Prefix: prefix }),
    remove: async (key) => {
      validateKey(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(failUnlessMissing)
    },
    check: () => tryProvider(() => tryStore(store), { refusalOf }),
    close: async () => client.destroy(),
  }
  return store
}

async function* listObjects(
  client: S3Client,
  input: { Bucket: string; Prefix: string | undefined },
): AsyncGenerator<ListedFile> {
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, input)) {
      for (const { Key, Size = 0, ETag = '' } of Contents) {
        if (Key) yield { key: Key, size: Size, version: ETag }
      }
    }
  } catch (error) {
    fail(error)
  }
}

/** The store's code for why it refuses the key, the bucket or a right (`AccessDenied`, `NoSuchBucket`). */
function refusalOf(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof S3ServiceException)) return undefined
  const status = cause.$metadata.httpStatusCode ?? 0
  return status >= 400 && status < 500 && status !== 429 ? cause.name : undefined
}

export function connectS3(config: S3Config): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = config
  const requestTimeout = config.requestLimitMs ?? 30_000
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Not all other stores support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(requestTimeout, 5_000),
      requestTimeout,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_LIMIT_MS,
    },
  })
}

function info(answer: { ContentLength?: number; ContentType?: string }): FileInfo {
  return {
    size: answer.ContentLength ?? 0,
    contentType: answer.ContentType ?? 'application/octet-stream',
  }
}

/** The whole file's size from a header such as `bytes 2-4/11` (RFC 9110, section 14.4). */
function wholeSize(contentRange: string | undefined): number | undefined {
  const digits = contentRange?.match(/\/(\d+)$/)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function fail(error: unknown): never {
  throw translate(error)
}

function failUnlessMissing(error: unknown): void {
  const translated = translate(error)
  if (translated.code !== 'not_found') throw translated
}

function translate(error: unknown): AppError {
  const name = error instanceof S3ServiceException ? error.name : ''
  if (name === 'NoSuchKey' || name === 'NotFound') return fileNotFound(error)
  if (name === 'InvalidRange') return badRange(error)
  return filesUnavailable(error)
}
