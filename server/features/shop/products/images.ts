import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import {
  createImageStorage,
  type ImageSize,
  type NamedImage,
  withImage,
} from '../../images/service.ts'

export const productImages = createImageStorage({
  folder: 'product-images/',
  path: '/api/products/images/',
  removal: 'remove-product-image',
  unclaimedSeconds: 60 * 60,
  isInUse: (db, { name }) => isProductImage(db, name),
})

/** Twice the widest card, for high-density screens. */
const SIZE: ImageSize = { maxWidth: 1_200, maxHeight: 1_200 }

/** Converts an upload, if there is one, and runs `work` with it. Throws `unsupported_media`. */
export async function withProductImage<T>(
  context: Context,
  upload: { path: string } | undefined,
  work: (image: NamedImage | undefined) => Promise<T>,
): Promise<T> {
  if (!upload) return work(undefined)
  // Errors from `work` aren't the image's fault.
  let isConverted = false
  try {
    return await withImage(context, { path: upload.path, ...SIZE }, async (image) => {
      isConverted = true
      await productImages.promiseCleanup(context, image)
      return work(image)
    })
  } catch (error) {
    throw isConverted ? error : asFieldError(error)
  }
}

function asFieldError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unsupported_media') return error
  const { code, message, cause } = error
  return new AppError(code, message, { fields: { imageUrl: message }, cause })
}

export async function startProductJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-product-image', ({ key }) =>
    productImages.removeUnused(context, key),
  )
}

async function isProductImage(db: Queryable, imageName: string): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('productId')
    .where('imageName', '=', imageName)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
