import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { createImageStorage, type ImageSize, type NamedImage } from '../images/service.ts'
import { isImageInUse } from './store.ts'

export const dailyImages = createImageStorage({
  folder: 'daily/',
  path: '/api/daily/images/',
  removal: 'remove-daily-image',
  unclaimedSeconds: 60 * 60,
  isInUse: (db, { name, address }) => isImageInUse(db, { key: `daily/${name}`, address }),
})

/** Taller than any phone's screen. */
export const DAILY_IMAGE_SIZE: ImageSize = { maxWidth: 1_600, maxHeight: 4_800 }

/** The content of a daily message or reflection that is an image. */
export function imageHtml(image: NamedImage, altText: string): string {
  const { name, width, height } = image
  const source = dailyImages.addressOf(name)
  return sanitizeHtml(
    `<img src="${source}" alt="${escapeHtml(altText)}" width="${width}" height="${height}">`,
  )
}
