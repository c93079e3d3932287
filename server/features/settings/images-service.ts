import type { Context } from '#server/context.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { createImageStorage, type ImageSize } from '../images/service.ts'
import { isImageShown } from './store.ts'

/** The logo and the footer images. */
export const siteImages = createImageStorage({
  folder: 'images/',
  path: '/api/images/',
  removal: 'remove-site-image',
  // A form with an uploaded image can be open for a while before it is saved.
  unclaimedSeconds: 24 * 60 * 60,
  isInUse: (db, { address }) => isImageShown(db, address),
})

/** By form field. */
const SIZES = {
  logo: { maxWidth: 512, maxHeight: 512 },
  image: { maxWidth: 1_600, maxHeight: 900 },
} as const satisfies Record<string, ImageSize>

/**
 * Stores a logo (`logo`) or a footer image (`image`). It is shown once the settings are saved with
 * its URL.
 */
export function uploadSiteImage(
  context: Context,
  admin: Admin,
  input: { field: keyof typeof SIZES; file: { path: string; bytes: number } | undefined },
): Promise<{ url: string }> {
  const size = SIZES[input.field]
  return siteImages.upload(context, { ...input, admin, size, limit: 'site-image-admin' })
}
