import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import * as images from '../images/service.ts'
import { isProductImage } from './products-store.ts'

const SHELF: images.ImageShelf = {
  folder: 'product-images/',
  removal: 'remove-product-image',
  unclaimedSeconds: 60 * 60,
  isInUse: isProductImage,
}

/** Twice the widest card, for screens with small pixels. */
const SIZE: images.ImageSize = { maxWidth: 1_200, maxHeight: 1_200 }

/** Converts an upload, where there is one, for as long as `work` takes. Throws `unsupported_media`. */
export async function withProductImage<T>(
  context: Context,
  upload: { path: string } | undefined,
  work: (image: images.NamedImage | undefined) => Promise<T>,
): Promise<T> {
  if (!upload) return work(undefined)
  // What goes wrong in `work` is not the image's fault.
  let isConverted = false
  try {
    return await images.withImage(context, { path: upload.path, ...SIZE }, async (image) => {
      isConverted = true
      await images.promiseCleanup(context, SHELF, image)
      return work(image)
    })
  } catch (error) {
    throw isConverted ? error : besideTheInput(error)
  }
}

function besideTheInput(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unsupported_media') return error
  const { code, message, cause } = error
  return new AppError(code, message, { fields: { imageUrl: message }, cause })
}

/** Stores an image. Until the transaction ends nobody removes it as unused. */
export async function storeProductImage(
  context: Context,
  trx: Trx,
  image: images.NamedImage,
): Promise<void> {
  await images.storeImage(context, trx, { shelf: SHELF, image })
}

/** Has an image removed that a product stops showing. */
export function discardProductImage(context: Context, trx: Trx, name: string): Promise<void> {
  return images.discardImage(context, trx, { shelf: SHELF, name })
}

/** Removes an image unless a product shows it. */
export function removeUnusedProductImage(context: Context, key: string): Promise<void> {
  return images.removeUnusedImage(context, SHELF, key)
}

/** Throws `not_found` for an unknown name. */
export function openProductImage(context: Context, name: string): Promise<FileRead> {
  return images.openImage(context, SHELF, name)
}
