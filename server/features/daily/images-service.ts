import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sanitiseHtml } from '#server/domain/sanitise-html.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import * as images from '../images/service.ts'
import { isImageInUse } from './store.ts'

const SHELF: images.ImageShelf = {
  folder: 'daily/',
  removal: 'remove-daily-image',
  unclaimedSeconds: 60 * 60,
  isInUse: (db, name) => isImageInUse(db, { key: `daily/${name}`, address: addressOf(name) }),
}

/** Taller than any phone can show at once. */
const SIZE: images.ImageSize = { maxWidth: 1_600, maxHeight: 4_800 }

/** Converts an upload for as long as `work` takes. Throws `unsupported_media`. */
export function withImage<T>(
  context: Context,
  { path }: { path: string },
  work: (image: images.NamedImage) => Promise<T>,
): Promise<T> {
  return images.withImage(context, { path, ...SIZE }, work)
}

/** Clears an image that is about to be stored away again when no day comes to refer to it. */
export function promiseCleanup(context: Context, image: images.NamedImage): Promise<void> {
  return images.promiseCleanup(context, SHELF, image)
}

/** Stores an image and returns its key. Until the transaction ends nobody removes it as unused. */
export function storeImage(context: Context, trx: Trx, image: images.NamedImage): Promise<string> {
  return images.storeImage(context, trx, { shelf: SHELF, image })
}

/** Removes an image unless a day refers to it. */
export function removeUnusedImage(context: Context, key: string): Promise<void> {
  return images.removeUnusedImage(context, SHELF, key)
}

/** Throws `not_found` for an unknown name. */
export function openImage(context: Context, name: string): Promise<FileRead> {
  return images.openImage(context, SHELF, name)
}

/** The content of a day whose message or reflection is an image. */
export function imageHtml(image: images.NamedImage, altText: string): string {
  const { name, width, height } = image
  const source = addressOf(name)
  return sanitiseHtml(
    `<img src="${source}" alt="${escapeHtml(altText)}" width="${width}" height="${height}">`,
  )
}

function addressOf(name: string): string {
  return `/api/daily/images/${name}`
}
