import { type ReactElement, useEffect, useState } from 'react'

interface FilePreviewProps {
  file: File
  alt: string
  className: string
}

/** A chosen file as an image, or a note that it isn't one. Renders nothing until it is read. */
export function FilePreview({ file, alt, className }: FilePreviewProps): ReactElement | null {
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState<string>()
  if (!url) return null
  if (url === broken) return <p>This file isn’t a valid image.</p>
  return <img src={url} onError={() => setBroken(url)} alt={alt} className={className} />
}

/** An object URL for a chosen file; undefined until it is created. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

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

/** '1.2 MB', '3 KB'. */
export function sizeLabel(bytes: number): string {
  const mega = bytes / 1024 / 1024
  return mega >= 1 ? `${mega.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
