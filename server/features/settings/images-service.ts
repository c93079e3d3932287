import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import {
  discardImage,
  holdImage,
  type ImageShelf,
  type ImageSize,
  openImage,
  promiseCleanup,
  removeUnusedImage,
  storeImage,
  withImage,
} from '../images/service.ts'
import { isImageShown } from './store.ts'

const ADDRESS = '/api/images/'

const SHELF: ImageShelf = {
  folder: 'images/',
  removal: 'remove-site-image',
  // A form with an uploaded image can stand open for a while before it is saved.
  unclaimedSeconds: 24 * 60 * 60,
  isInUse: (db, name) => isImageShown(db, addressOf(name)),
}

const SIZES = {
  logo: { maxWidth: 512, maxHeight: 512 },
  image: { maxWidth: 1_600, maxHeight: 900 },
} as const satisfies Record<string, ImageSize>

/**
 * Stores a logo (`logo`) or a footer image (`image`) and returns its address. It goes again unless
 * the settings come to name it. Throws `invalid_input` without a file and `unsupported_media`.
 */
export async function uploadSiteImage(
  context: Context,
  admin: Admin,
  { field, upload }: { field: keyof typeof SIZES; upload: UploadedFile | undefined },
): Promise<{ url: string }> {
  if (!upload || upload.bytes === 0) {
    const sentence = 'Choose an image.'
    throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
  }
  await context.limits.consume('site-image-admin', admin.id)
  return withImage(context, { path: upload.path, ...SIZES[field] }, async (image) => {
    await promiseCleanup(context, SHELF, image)
    await inTransaction(context.db, (trx) => storeImage(context, trx, { shelf: SHELF, image }))
    return { url: addressOf(image.name) }
  })
}

interface UploadedFile {
  path: string
  bytes: number
}

/** Whether an address of ours leads to an image; if so, it does until the transaction ends. */
export function holdSiteImage(context: Context, trx: Trx, address: string): Promise<boolean> {
  return holdImage(context, trx, { shelf: SHELF, name: nameOf(address) })
}

/** Has an image removed that the settings stop showing. */
export function discardSiteImage(context: Context, trx: Trx, address: string): Promise<void> {
  return discardImage(context, trx, { shelf: SHELF, name: nameOf(address) })
}

/** Removes an image unless the settings show it. */
export function removeUnusedSiteImage(context: Context, key: string): Promise<void> {
  return removeUnusedImage(context, SHELF, key)
}

/** Throws `not_found` for an unknown name. */
export function openSiteImage(context: Context, name: string): Promise<FileRead> {
  return openImage(context, SHELF, name)
}

function addressOf(name: string): string {
  return `${ADDRESS}${name}`
}

function nameOf(address: string): string {
  return address.slice(ADDRESS.length)
}
