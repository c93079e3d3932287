import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import type { ConvertedImage } from '#server/ports/images/port.ts'

export interface ImageStorageOptions {
  /** Folder in the file store, with its slash. */
  folder: string
  /** Where the site serves the images, with a slash at the end. */
  path: string
  /** The job that removes an unreferenced image of this storage. */
  removal: 'remove-daily-image' | 'remove-site-image' | 'remove-mail-image' | 'remove-product-image'
  /** Seconds after which an unreferenced image is deleted. */
  unclaimedSeconds: number
  isInUse(db: Queryable, image: { name: string; address: string }): Promise<boolean>
}

/** A converted upload, named by the hash of its bytes, not stored yet. */
export interface NamedImage extends ConvertedImage {
  /** `<sha256>.webp` */
  name: string
}

/** The largest size in pixels; smaller images are not enlarged. */
export interface ImageSize {
  maxWidth: number
  maxHeight: number
}

/** The images of one feature. */
export interface ImageStorage {
  addressOf(name: string): string
  /**
   * Stores an upload and returns its address. It is deleted later unless something refers to it.
   * Throws `invalid_input` without a file, and `unsupported_media`.
   */
  upload(context: Context, input: ImageUpload): Promise<{ url: string }>
  /**
   * Call before storing an image: schedules its removal, so that it is deleted if nothing refers to
   * it, even after a crash.
   */
  promiseCleanup(context: Context, image: NamedImage): Promise<void>
  /**
   * Stores an image that this transaction refers to, and returns its key. Locks the key until the
   * transaction ends, so that the same image isn't removed as unused meanwhile.
   */
  store(context: Context, trx: Trx, image: NamedImage): Promise<string>
  /**
   * Whether an address that this transaction refers to leads to a stored image. Locks it against
   * removal until the transaction ends.
   */
  hold(context: Context, trx: Trx, address: string): Promise<boolean>
  /**
   * Queues the removal of an image that is no longer shown in one place, unless another uses it.
   */
  discard(context: Context, trx: Trx, name: string): Promise<void>
  /**
   * Removes an image unless something refers to it, or a later removal is queued: then the same
   * image was uploaded again meanwhile and may still be used.
   */
  removeUnused(context: Context, key: string): Promise<void>
  /** Throws `not_found` for an unknown name. */
  open(context: Context, name: string): Promise<FileRead>
}

interface ImageUpload {
  admin: Admin
  limit: 'site-image-admin' | 'mail-image-admin'
  /** The form field for errors. */
  field: string
  file: { path: string; bytes: number } | undefined
  size: ImageSize
}

export function createImageStorage(options: ImageStorageOptions): ImageStorage {
  const { folder, path, removal, unclaimedSeconds, isInUse } = options
  const keyOf = (name: string): string => `${folder}${name}`
  const addressOf = (name: string): string => `${path}${name}`
  const promiseCleanup: ImageStorage['promiseCleanup'] = ({ jobs, db }, { name }) =>
    jobs.send(db, removal, { key: keyOf(name) }, { startAfter: unclaimedSeconds })
  const put = async ({ files }: Context, trx: Trx, image: NamedImage): Promise<string> => {
    const key = keyOf(image.name)
    await lockImage(trx, key)
    await files.put({ key, contentType: image.contentType, body: { path: image.path } })
    return key
  }
  // An image that is in use needs no cleanup, which would keep a later `discard` waiting.
  const endCleanup = ({ jobs }: Context, trx: Trx, key: string): Promise<void> =>
    jobs.forget(trx, removal, { key })
  return {
    addressOf,
    promiseCleanup,
    upload: async (context, { admin, limit, field, file, size }) => {
      if (!file || file.bytes === 0) {
        const sentence = 'Choose an image.'
        throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
      }
      await context.limits.consume(limit, admin.id)
      return withImage(context, { path: file.path, ...size }, async (image) => {
        await promiseCleanup(context, image)
        await inTransaction(context.db, (trx) => put(context, trx, image))
        return { url: addressOf(image.name) }
      })
    },
    store: async (context, trx, image) => {
      const key = await put(context, trx, image)
      await endCleanup(context, trx, key)
      return key
    },
    hold: async (context, trx, address) => {
      const key = keyOf(address.slice(path.length))
      await lockImage(trx, key)
      if (!(await isStored(context.files, key))) return false
      await endCleanup(context, trx, key)
      return true
    },
    discard: ({ jobs }, trx, name) => jobs.send(trx, removal, { key: keyOf(name) }),
    removeUnused: ({ db, files, jobs }, key) =>
      inTransaction(db, async (trx) => {
        await lockImage(trx, key)
        if (await jobs.isWaiting(trx, removal, { key })) return
        const name = key.slice(folder.length)
        if (!(await isInUse(trx, { name, address: addressOf(name) }))) await files.remove(key)
      }),
    open: ({ files }, name) => files.read(keyOf(name)),
  }
}

/** Converts an upload, passes it to `work`, then deletes the file. Throws `unsupported_media`. */
export async function withImage<T>(
  context: Context,
  upload: ImageSize & { path: string },
  work: (image: NamedImage) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(context.workDir, 'image-'))
  try {
    const outputPath = join(folder, 'image.webp')
    const image = await context.images.convert({ ...upload, outputPath })
    return await work({ ...image, name: `${await sha256Of(image.path)}.webp` })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isStored(files: Context['files'], key: string): Promise<boolean> {
  try {
    await files.stat(key)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Prevents others from storing or removing this key's image until the transaction ends. */
async function lockImage(trx: Queryable, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}
