import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import type { ConvertedImage } from '#server/ports/images/port.ts'
import { lockImage } from './store.ts'

/** Where a feature keeps its images, and how it tells which of them it shows. */
export interface ImageShelf {
  /** Folder in the file store, with its slash. */
  folder: string
  /** The job that removes an image of this shelf which nothing refers to. */
  removal: 'remove-daily-image' | 'remove-site-image' | 'remove-mail-image' | 'remove-product-image'
  /** After this many seconds an image that nothing refers to is cleared away. */
  unclaimedSeconds: number
  isInUse(db: Queryable, name: string): Promise<boolean>
}

/** An upload made into a file of ours, named by its bytes, not yet stored. */
export interface NamedImage extends ConvertedImage {
  /** `<sha256>.webp` */
  name: string
}

/** The largest size in pixels; smaller images are not enlarged. */
export interface ImageSize {
  maxWidth: number
  maxHeight: number
}

/** Converts an upload for as long as `work` takes. Throws `unsupported_media`. */
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

/**
 * Sees to it that an image which is about to be stored does not stay when nothing comes to refer to
 * it, not even after a crash.
 */
export async function promiseCleanup(
  context: Context,
  shelf: ImageShelf,
  image: NamedImage,
): Promise<void> {
  const data = { key: keyOf(shelf, image.name) }
  const options = { startAfter: shelf.unclaimedSeconds }
  await context.jobs.send(context.db, shelf.removal, data, options)
}

/**
 * Stores an image and returns its key. Several places can show the same one, so until the
 * transaction ends nobody removes it as unused.
 */
export async function storeImage(
  context: Context,
  trx: Trx,
  { shelf, image }: { shelf: ImageShelf; image: NamedImage },
): Promise<string> {
  const key = keyOf(shelf, image.name)
  await lockImage(trx, key)
  await context.files.put({ key, contentType: image.contentType, body: { path: image.path } })
  return key
}

/** Whether an image is stored; if so, it stays until the transaction ends. */
export async function holdImage(
  context: Context,
  trx: Trx,
  { shelf, name }: { shelf: ImageShelf; name: string },
): Promise<boolean> {
  const key = keyOf(shelf, name)
  await lockImage(trx, key)
  try {
    await context.files.stat(key)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/** Has an image that one place stopped showing removed, unless another shows it. */
export function discardImage(
  context: Context,
  trx: Trx,
  { shelf, name }: { shelf: ImageShelf; name: string },
): Promise<void> {
  return context.jobs.send(trx, shelf.removal, { key: keyOf(shelf, name) })
}

/** Removes an image unless something refers to it. */
export async function removeUnusedImage(
  context: Context,
  shelf: ImageShelf,
  key: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    await lockImage(trx, key)
    const name = key.slice(shelf.folder.length)
    if (!(await shelf.isInUse(trx, name))) await context.files.remove(key)
  })
}

/** Throws `not_found` for an unknown name. */
export function openImage(context: Context, shelf: ImageShelf, name: string): Promise<FileRead> {
  return context.files.read(keyOf(shelf, name))
}

function keyOf(shelf: ImageShelf, name: string): string {
  return `${shelf.folder}${name}`
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
