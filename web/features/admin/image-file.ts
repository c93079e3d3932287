/** The image types that the server accepts. It detects the real type from the bytes. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
const LARGEST_BYTES = 10 * 1024 * 1024

/** For the `accept` attribute of file inputs. */
export const IMAGE_ACCEPT = TYPES.join(',')
export const IMAGE_HELP = 'PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.'

/** Why an image can't be uploaded; undefined when it can. */
export function imageProblem({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]$/.test(type)) {
    return 'This is a HEIC photo, which browsers can’t show. Save it as a JPEG, then choose it here.'
  }
  if (!TYPES.includes(type)) return 'Choose a PNG, JPEG, WebP, AVIF or GIF image.'
  return size > LARGEST_BYTES ? 'Images can be at most 10 MB.' : undefined
}
