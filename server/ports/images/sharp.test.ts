import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSharpConverter } from './sharp.ts'

const converter = createSharpConverter()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folx-images-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0

async function save(content: Uint8Array | string, name = 'upload'): Promise<string> {
  count += 1
  const path = join(folder, `${count}-${name}`)
  await writeFile(path, content)
  return path
}

function convert(path: string, limits = { maxWidth: 1_600, maxHeight: 1_600 }) {
  return converter.convert({ path, outputPath: `${path}.webp`, ...limits })
}

/** A picture that is red on the left and blue on the right. */
function picture(width = 400, height = 200) {
  const right = Math.floor(width / 2)
  const blue = { create: { width: right, height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: right, top: 0 },
  ])
}

/** Red, green and blue of one pixel. */
async function pixel(path: string, left: number, top: number): Promise<number[]> {
  const region = { left, top, width: 1, height: 1 }
  return [...(await sharp(path).extract(region).removeAlpha().raw().toBuffer())]
}

test.each([
  ['PNG', () => picture().png().toBuffer()],
  ['JPEG', () => picture().jpeg().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
  ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
  ['GIF', () => picture().gif().toBuffer()],
  ['16-bit PNG', () => picture().toColourspace('rgb16').png().toBuffer()],
  ['CMYK JPEG', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  [
    'grayscale PNG with transparency',
    () => picture().greyscale().ensureAlpha(0.5).png().toBuffer(),
  ],
])('a %s becomes a WebP of the same size', async (_what, make) => {
  const path = await save(await make(), 'named.txt')
  const image = await convert(path)
  expect(image).toEqual({
    path: `${path}.webp`,
    contentType: 'image/webp',
    width: 400,
    height: 200,
  })
  expect(await sharp(image.path).metadata()).toMatchObject({
    format: 'webp',
    width: 400,
    height: 200,
  })
})

test('colors are kept', async () => {
  const { path } = await convert(await save(await picture().png().toBuffer()))
  const [red = 0, , blue = 0] = await pixel(path, 50, 100)
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(60)
})

test('a large image is scaled down to the limits, and a small one is not enlarged', async () => {
  const path = await save(await picture(3_000, 1_000).jpeg().toBuffer())
  expect(await convert(path, { maxWidth: 1_500, maxHeight: 1_500 })).toMatchObject({
    width: 1_500,
    height: 500,
  })
  expect(await convert(path, { maxWidth: 9_000, maxHeight: 100 })).toMatchObject({
    width: 300,
    height: 100,
  })
  expect(await convert(path, { maxWidth: 9_000, maxHeight: 9_000 })).toMatchObject({
    width: 3_000,
    height: 1_000,
  })
})

test('the result is upright and contains neither the location nor the camera', async () => {
  const jpeg = await picture()
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'SecretName' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const before = await sharp(jpeg).metadata()
  expect(before.orientation).toBe(6)
  expect(before.exif?.includes('SecretCamera')).toBe(true)

  const image = await convert(await save(jpeg))
  expect(image).toMatchObject({ width: 200, height: 400 })
  const after = await sharp(image.path).metadata()
  for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) {
    expect(after[part]).toBeUndefined()
  }
  expect((await readFile(image.path)).includes('Secret')).toBe(false)
  // After a quarter turn to the right, the left side is on top.
  const [red = 0, , blue = 0] = await pixel(image.path, 100, 50)
  expect([red > 200, blue < 60]).toEqual([true, true])
})

test('images that arrive together are converted even if one of them fails', async () => {
  const [good, bad] = [await save(await picture().png().toBuffer()), await save('no image')]
  const [first, second, third] = await Promise.allSettled([
    convert(good),
    convert(bad),
    converter.convert({ path: good, outputPath: `${good}-2`, maxWidth: 40, maxHeight: 40 }),
  ])
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  expect(third).toMatchObject({ status: 'fulfilled', value: { width: 40, height: 20 } })
})

test('only the first frame of an animation is kept', async () => {
  const frames = await sharp({
    create: { width: 20, height: 40, channels: 3, background: '#00ff00' },
  })
    .webp()
    .toBuffer()
  const animated = await sharp([frames, await picture(20, 40).webp().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  const image = await convert(await save(animated))
  expect(image).toMatchObject({ width: 20, height: 40 })
  expect((await sharp(image.path).metadata()).pages ?? 1).toBe(1)
})

/** Two pictures of 16 by 16 pixels, as FFmpeg writes them. */
const MOVING_AVIF = Buffer.from(
  [
    'AAAALGZ0eXBhdmlzAAAAAGF2aXNhdmlmbXNmMWlzbzhtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRs',
    'cgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MA',
    'AAAARAAAAQABAAAAAQAAA7gAAAAjAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAA',
    'AGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAAEAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAA',
    'AAATY29scm5jbHgAAgACAAIAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAAKLbW9vdgAAAGxtdmhkAAAAAAAA',
    'AAAAAAAAAABAAAAAAAAAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAhd0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAAB',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAABAA',
    'AAAQAAAAAAGzbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAQABVxAAAAAAAL2hkbHIAAAAAAAAAAHBp',
    'Y3QAAAAAAAAAAAAAAABQaWN0dXJlSGFuZGxlcgAAAAFcbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRp',
    'bmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABHHN0YmwAAACcc3RzZAAAAAAAAAABAAAAjGF2MDEA',
    'AAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAEAAQAEgAAABIAAAAAAAAAAEPTGF2YyBsaWJhb20tYXYxAAAAAAAA',
    'AAAAAAAAAAAAAAAY//8AAAAMYXYxQ4EADAAAAAAKZmllbAEAAAAAEHBhc3AAAAABAAAAAQAAABBjY3N0AAAA',
    'AHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAIAAAAAAUc3RzcwAAAAAAAAABAAAAAQAAABxzdHNjAAAAAAAA',
    'AAEAAAABAAAAAgAAAAEAAAAcc3RzegAAAAAAAAAAAAAAAgAAACMAAAATAAAAFHN0Y28AAAAAAAAAAQAAA7gA',
    'AAA+bWRhdAoKAAAAAZ/5tfIAgDIVEACWgAACAAAAAFe27HCPj1pFLTmIMhEwA8CAAAAGwAAAAoAAIAB2kA==',
  ].join(''),
  'base64',
)

/** The start of a file in MP4's container, with a brand. */
function container(brand: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)])
}

test.each([
  ['a moving AVIF', MOVING_AVIF],
  ['a sequence of HEIC photos', container('hevc')],
  ['an MP4', container('isom')],
  ['a QuickTime video', container('qt  ')],
  ['a WebM', Buffer.from('1a45dfa3934282847765626d', 'hex')],
  ['an AVI', Buffer.from('RIFF\0\0\0\0AVI LIST')],
])('%s is refused as a moving picture', async (_what, bytes) => {
  await expect(convert(await save(bytes, 'picture.png'))).rejects.toMatchObject({
    code: 'unsupported_media',
    message:
      'This is a moving picture, which we can’t show. Save one of its pictures as a JPEG, then choose that.',
  })
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

test.each<[string, () => Promise<Uint8Array | string>]>([
  ['an SVG with a script that is named .png', async () => SVG],
  ['an SVG after an XML declaration', async () => `<?xml version="1.0"?>\n${SVG}`],
  ['a TIFF', () => picture(9, 9).tiff().toBuffer()],
  ['a PDF', async () => '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
  ['a web page', async () => '<!doctype html><script>alert(1)</script>'],
  ['an empty file', async () => ''],
  ['only the first bytes of a PNG', async () => (await picture().png().toBuffer()).subarray(0, 40)],
  [
    'noise after the signature of a JPEG',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]),
  ],
])('%s is refused, and nothing is written', async (_what, make) => {
  const path = await save(await make(), 'picture.png')
  await expect(convert(path)).rejects.toMatchObject({
    code: 'unsupported_media',
    message: 'We can’t read this image. Choose a PNG, JPEG, WebP, AVIF or GIF file.',
  })
  await expect(stat(`${path}.webp`)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a HEIC photo is refused with advice on what to do', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])
  await expect(convert(await save(heic, 'photo.jpg'))).rejects.toMatchObject({
    code: 'unsupported_media',
    message:
      'This is a HEIC photo, which browsers can’t show. Save it as a JPEG, then choose it again.',
  })
})

test.each([
  ['PNG', () => noise().png().toBuffer()],
  ['JPEG', () => noise().jpeg().toBuffer()],
  ['WebP', () => noise().webp().toBuffer()],
])('half of a %s is refused', async (_what, make) => {
  const path = await save(await make())
  await truncate(path, Math.floor((await stat(path)).size / 2))
  await expect(convert(path)).rejects.toMatchObject({ code: 'unsupported_media' })
})

test.each([
  ['JPEG', 2, () => noise().jpeg().toBuffer()],
  ['JPEG', 20, () => noise().jpeg().toBuffer()],
  ['progressive JPEG', 2, () => noise().jpeg({ progressive: true }).toBuffer()],
  ['PNG', 12, () => noise().png().toBuffer()],
  ['GIF', 1, () => noise().gif().toBuffer()],
] as const)('a %s that lacks its last %i bytes is accepted', async (_what, missing, make) => {
  const path = await save(await make())
  await truncate(path, (await stat(path)).size - missing)
  expect(await convert(path)).toMatchObject({ width: 200, height: 200 })
})

test('a photo that lacks more than a strip is refused, also if the rest is of a size to scale', async () => {
  for (const kept of [0.97, 0.9]) {
    const path = await save(await noise(1_000).jpeg().toBuffer())
    await truncate(path, Math.floor((await stat(path)).size * kept))
    const limits = { maxWidth: 100, maxHeight: 100 }
    if (kept > 0.95) expect(await convert(path, limits)).toMatchObject({ width: 100 })
    else await expect(convert(path, limits)).rejects.toMatchObject({ code: 'unsupported_media' })
  }
})

test('a gray photo without its end is accepted', async () => {
  const gray = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c0c0c0' } })
  const path = await save((await gray.jpeg().toBuffer()).subarray(0, -3))
  expect(await convert(path)).toMatchObject({ width: 64, height: 64 })
})

test('a photo of 48 or 108 megapixels is scaled down', async () => {
  for (const [width, height] of [
    [8_064, 6_048],
    [12_000, 9_000],
  ] as const) {
    const path = await save(await plain(width, height).jpeg().toBuffer())
    expect(await convert(path)).toMatchObject({ width: 1_600, height: 1_200 })
  }
})

test.each([
  ['a progressive JPEG of 48', 40, () => plain(8_064, 6_048).jpeg({ progressive: true })],
  ['a JPEG of 122', 120, () => plain(12_200, 10_000).jpeg()],
] as const)('%s megapixels is refused with the limit of %i', async (_what, limit, make) => {
  const path = await save(await make().toBuffer())
  await expect(convert(path)).rejects.toMatchObject({
    code: 'unsupported_media',
    message: `This image is too large. The limit is ${limit} megapixels. Make it smaller, then choose it again.`,
  })
})

test('an image of just under 40 megapixels is accepted, and a larger one is refused before it is decoded', async () => {
  const accepted = await save(blackPng(6_320, 6_320))
  const bomb = blackPng(20_000, 20_000)
  expect(bomb.length).toBeLessThan(100_000)
  const refused = await save(bomb)
  const startedAt = performance.now()
  expect(await convert(accepted)).toMatchObject({ width: 1_600, height: 1_600 })
  const decodedIn = performance.now() - startedAt
  const times: number[] = []
  for (let tries = 0; tries < 5; tries += 1) {
    const started = performance.now()
    await expect(convert(refused)).rejects.toMatchObject({
      code: 'unsupported_media',
      message:
        'This image is too large. The limit is 40 megapixels. Make it smaller, then choose it again.',
    })
    times.push(performance.now() - started)
  }
  // The machine may be busy for a moment. It has ten times as many pixels.
  expect(Math.min(...times)).toBeLessThan(decodedIn)
})

test('a missing file or output folder is not reported as an unreadable image', async () => {
  await expect(convert(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
  const path = await save(await picture().png().toBuffer())
  const outputPath = join(folder, 'no-such-folder', 'x.webp')
  await expect(
    converter.convert({ path, outputPath, maxWidth: 9, maxHeight: 9 }),
  ).rejects.toMatchObject({ code: 'ENOENT' })
})

/** A picture that does not compress, so that half of its file is half of its pixels. */
function noise(size = 200) {
  const pixels = Uint8Array.from({ length: size * size * 3 }, (_, index) => (index * 7_919) % 251)
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
}

/** A picture of one color. */
function plain(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: '#336699' },
    limitInputPixels: false,
  })
}

/** A black picture with one bit for each pixel: its file is a thousandth of its decoded size. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
