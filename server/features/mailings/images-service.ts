import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import {
  type ImageShelf,
  openImage,
  promiseCleanup,
  removeUnusedImage,
  storeImage,
  withImage,
} from '../images/service.ts'
import { isImageInMailing } from './store.ts'

const SHELF: ImageShelf = {
  folder: 'email-images/',
  removal: 'remove-mail-image',
  // A mail can be worked on for weeks before it is written down, and a test of it shown to others.
  unclaimedSeconds: 60 * 24 * 60 * 60,
  isInUse: (db, name) => isImageInMailing(db, addressOf(name)),
}

/** Twice the width of a mail, for sharp screens. */
const SIZE = { maxWidth: 1_200, maxHeight: 3_600 }

/**
 * Stores a picture for a mail and returns its path. It goes again unless a mailing comes to show it.
 * Throws `invalid_input` without a file and `unsupported_media`.
 */
export async function uploadMailImage(
  context: Context,
  admin: Admin,
  upload: { path: string; bytes: number } | undefined,
): Promise<{ url: string }> {
  if (!upload || upload.bytes === 0) {
    const sentence = 'Choose an image.'
    throw new AppError('invalid_input', sentence, { fields: { image: sentence } })
  }
  await context.limits.consume('mail-image-admin', admin.id)
  return withImage(context, { path: upload.path, ...SIZE }, async (image) => {
    await promiseCleanup(context, SHELF, image)
    await inTransaction(context.db, (trx) => storeImage(context, trx, { shelf: SHELF, image }))
    return { url: addressOf(image.name) }
  })
}

/** Removes a picture unless a mailing shows it. */
export function removeUnusedMailImage(context: Context, key: string): Promise<void> {
  return removeUnusedImage(context, SHELF, key)
}

/** Throws `not_found` for an unknown name. */
export function openMailImage(context: Context, name: string): Promise<FileRead> {
  return openImage(context, SHELF, name)
}

function addressOf(name: string): string {
  return `/api/email-images/${name}`
}
