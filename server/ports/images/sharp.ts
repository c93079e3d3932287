import { open, writeFile } from 'node:fs/promises'
import { AppError } from '#server/domain/app-error.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { ConvertedImage, ImageConverter } from './port.ts'

const MEGAPIXEL = 1_000_000
/** An image of this size takes up to 170 MB of memory while it is decoded. */
const MAX_MEGAPIXELS = 40
/** Photos are decoded at a reduced size, which takes 30 MB, unless they are progressive. */
const MAX_PHOTO_MEGAPIXELS = 120
/** The part of a cut-off photo that may be missing: a strip at the bottom that is hardly seen. */
const MAX_MISSING = 0.05
const TIME_LIMIT_SECONDS = 30
const QUALITY = 80
/** file-type's names for the accepted formats; the content decides, never the file's name. */
const FORMATS: ReadonlySet<string> = new Set(['png', 'apng', 'jpg', 'webp', 'avif', 'gif'])

/** Phones take HEIC photos, but the bundled libvips has no decoder for the patented codec. */
const HEIC =
  'This is a HEIC photo, which browsers can’t show. Save it as a JPEG, then choose it again.'
/** Browsers play some of these, but libvips reads none. */
const MOVING =
  'This is a moving picture, which we can’t show. Save one of its pictures as a JPEG, then choose that.'

type Sharp = typeof import('sharp').default
type SharpImage = import('sharp').Sharp
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
    if (await isMoving(path, type?.mime)) throw refusal(MOVING)
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

/** Videos and sequences of pictures. Of GIF, PNG and WebP, the first picture is used. */
async function isMoving(path: string, mime = ''): Promise<boolean> {
  if (mime.startsWith('video/') || mime.endsWith('-sequence')) return true
  if (mime !== 'image/avif') return false
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
  // The brand of a sequence (AV1 Image File Format, section 6.3).
  return buffer.toString('latin1', 4) === 'ftypavis'
}

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

interface Source {
  path: string
  maxWidth: number
  maxHeight: number
}

async function decode(sharp: Sharp, source: Source) {
  try {
    // Reads only the header; the limit applies again while pixels are read.
    const { width, height, format, isProgressive } = await sharp(source.path, {
      limitInputPixels: false,
    }).metadata()
    const maxMegapixels =
      format === 'jpeg' && !isProgressive ? MAX_PHOTO_MEGAPIXELS : MAX_MEGAPIXELS
    if (width * height > maxMegapixels * MEGAPIXEL) throw tooManyPixels(maxMegapixels)
    const options = { limitInputPixels: maxMegapixels * MEGAPIXEL, sequentialRead: true } as const
    try {
      return await scaleDown(sharp(source.path, { ...options, failOn: 'error' }), source)
    } catch (cause) {
      if (!isCutOff(cause)) throw cause
      const whatIsThere = () => sharp(source.path, { ...options, failOn: 'none' })
      if ((await missingPart(whatIsThere())) > MAX_MISSING) throw cause
      return await scaleDown(whatIsThere(), source)
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw notAnImage(cause)
  }
}

function scaleDown(image: SharpImage, { maxWidth, maxHeight }: Source) {
  return image
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
}

/** Whether a JPEG ends early. Browsers show it, and cameras and apps write some without an end. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message.includes('premature end of JPEG image')
}

const PROBE = { width: 32, height: 200 }
/** The decoder fills the missing part with this gray. */
const FILLING = 128

/** How much of a cut-off photo is missing at its bottom, from 0 to 1. */
async function missingPart(image: SharpImage): Promise<number> {
  const { data, info } = await image
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .resize({ ...PROBE, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rowBytes = info.width * info.channels
  let end = data.length
  while (end > 0 && isFilling(data.subarray(end - rowBytes, end))) end -= rowBytes
  return 1 - end / data.length
}

function isFilling(row: Uint8Array): boolean {
  return row.every((value) => Math.abs(value - FILLING) <= 2)
}

function notAnImage(cause?: unknown): AppError {
  return refusal('We can’t read this image. Choose a PNG, JPEG, WebP, AVIF or GIF file.', cause)
}

function tooManyPixels(maxMegapixels: number): AppError {
  return refusal(
    `This image is too large. The limit is ${maxMegapixels} megapixels. Make it smaller, then choose it again.`,
  )
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError('unsupported_media', sentence, { cause })
}
