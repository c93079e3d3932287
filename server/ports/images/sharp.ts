import { writeFile } from 'node:fs/promises'
import { AppError } from '#server/domain/app-error.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { ConvertedImage, ImageConverter } from './port.ts'

const MAX_PIXELS = 40_000_000
const TIME_LIMIT_SECONDS = 30
const QUALITY = 80
/** file-type's names for the accepted formats; the content decides, never the file's name. */
const FORMATS: ReadonlySet<string> = new Set(['png', 'apng', 'jpg', 'webp', 'avif', 'gif'])

/** Phones take HEIC photos, but the bundled libvips has no decoder for the patented codec. */
const HEIC =
  'This is a HEIC photo, which browsers can’t show. Save it as a JPEG, then choose it again.'

type Sharp = typeof import('sharp').default
type Conversion = Parameters<ImageConverter['convert']>[0]

/** Converts with libvips, one image at a time to limit memory use. */
export function createSharpConverter(): ImageConverter {
  let loading: Promise<Sharp> | undefined
  const serial = createSerial()

  async function run({
    path,
    outputPath,
    maxWidth,
    maxHeight,
  }: Conversion): Promise<ConvertedImage> {
    const { fileTypeFromFile } = await import('file-type')
    const type = await fileTypeFromFile(path)
    if (type?.ext === 'heic') throw refusal(HEIC)
    if (!type || !FORMATS.has(type.ext)) throw notAnImage()
    loading ??= loadSharp()
    const { data, info } = await decode(await loading, { path, maxWidth, maxHeight })
    await writeFile(outputPath, data, { mode: 0o600 })
    const { width, height } = info
    return { path: outputPath, contentType: 'image/webp', width, height }
  }

  return { convert: (input) => serial(() => run(input)) }
}

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

async function decode(
  sharp: Sharp,
  { path, maxWidth, maxHeight }: { path: string; maxWidth: number; maxHeight: number },
) {
  try {
    // Reads only the header; the limit below applies while pixels are read.
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) throw tooManyPixels()
    return await sharp(path, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw notAnImage(cause)
  }
}

function notAnImage(cause?: unknown): AppError {
  return refusal('We can’t read this image. Choose a PNG, JPEG, WebP, AVIF or GIF file.', cause)
}

function tooManyPixels(): AppError {
  return refusal('This image has more than 40 megapixels.')
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError('unsupported_media', sentence, { cause })
}
