import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, vi } from 'vitest'
import { settingsEndpoints } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi, type TestFile } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { siteImages } from './service.ts'

const { get, image, removeFooterImage, save, uploadFooterImage, uploadLogo } = settingsEndpoints
const ADDRESS = /^\/api\/images\/([0-9a-f]{64}\.webp)$/

type Size = readonly [width: number, height: number]

/** An image of a single color, so that each test has its own. */
function picture(color: string, [width, height]: Size = [40, 20]): Sharp {
  return sharp({ create: { width, height, channels: 3, background: color } })
}

async function png(color: string, size?: Size): Promise<TestFile> {
  const bytes = await picture(color, size).png().toBuffer()
  return { bytes, filename: 'private name.png', contentType: 'image/png' }
}

function nameOf(url: string | null | undefined): string {
  const name = ADDRESS.exec(url ?? '')?.[1]
  if (!name) throw new Error(`${url} is no address of ours.`)
  return name
}

async function upload(admin: TestApi, file: TestFile): Promise<string> {
  return (await admin.call(uploadFooterImage, { files: { image: file } })).url
}

async function statusOf(api: TestApi, url: string): Promise<number> {
  return (await api.request(image, { params: { name: nameOf(url) } })).status
}

/** Waits until the job that removes this image has run. */
async function untilRemoved(api: TestApi, url: string): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(api, url)).toBe(404))
}

async function cleanupsOf({ db }: Context, url: string): Promise<number[]> {
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from start_after - now()) / 3600)::int as hours from job.job
    where name = 'remove-site-image' and data->>'key' = ${`images/${nameOf(url)}`}
  `.execute(db)
  return rows.map((row) => row.hours)
}

test('a logo is scaled down, shown once settings are saved, and cacheable forever', async ({
  api,
  admin,
}) => {
  const { url } = await admin.call(uploadLogo, {
    files: { logo: await png('#123456', [2_000, 1_000]) },
  })
  expect((await api.call(get)).logoUrl).toBeNull()
  expect((await admin.call(save, { body: { logoUrl: url } })).logoUrl).toBe(url)
  expect((await api.call(get)).logoUrl).toBe(url)

  const name = nameOf(url)
  const answer = await api.request(image, { params: { name } })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(answer.bytes.length),
    etag: `"${name}"`,
  })
  expect(await sharp(answer.bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 512,
    height: 256,
  })
  const again = { params: { name }, headers: { 'if-none-match': `"${name}"` } }
  expect((await api.request(image, again)).status).toBe(304)
})

test('a footer image has at most 1600 by 900 pixels and none of its metadata', async ({
  api,
  admin,
}) => {
  const bytes = await picture('#654321', [2_560, 1_440])
    .withExif({ IFD0: { Artist: 'Ruth Calloway' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Ruth Calloway')).toBe(true)
  const url = await upload(admin, { bytes, filename: 'garden.jpg' })
  const answer = await api.request(image, { params: { name: nameOf(url) } })
  const stored = await sharp(answer.bytes).metadata()
  expect(stored).toMatchObject({ width: 1_600, height: 900 })
  expect(stored.exif).toBeUndefined()
  expect(answer.bytes.includes('Ruth Calloway')).toBe(false)
})

test('the format is read from the bytes, and equal images share one address', async ({
  api,
  admin,
}) => {
  const avif = await picture('#00ff00').avif({ effort: 0 }).toBuffer()
  const webp = await picture('#ff00ff').webp({ lossless: true }).toBuffer()
  for (const bytes of [avif, webp]) {
    const url = await upload(admin, { bytes, filename: 'letter.txt', contentType: 'text/html' })
    expect(await statusOf(api, url)).toBe(200)
  }
  expect(await upload(admin, await png('#010203'))).toBe(await upload(admin, await png('#010203')))
})

describe('an upload', () => {
  test.for([
    ['no file', undefined],
    ['an empty file', { bytes: Buffer.alloc(0), filename: '' }],
  ] as const)('of %s is refused with a message', async ([, file], { admin }) => {
    for (const [endpoint, field] of [
      [uploadLogo, 'logo'],
      [uploadFooterImage, 'image'],
    ] as const) {
      const input = file ? { files: { [field]: file } } : { fields: { nothing: 'here' } }
      expect(await admin.refuse(endpoint, input)).toMatchObject({
        status: 400,
        message: 'Choose an image.',
        fields: { [field]: 'Choose an image.' },
      })
    }
  })

  test.for([
    ['an SVG with a script', 'logo.png', 415],
    ['an HTML page', 'logo.webp', 415],
    ['a TIFF', 'logo.tiff', 415],
    ['half a PNG', 'logo.png', 415],
    ['10 MB and one byte', 'logo.png', 413],
  ] as const)(
    'of %s as %s is refused and leaves nothing',
    async ([what, filename, status], { context, admin }) => {
      const whole = await picture('#abcdef', [400, 400]).png({ compressionLevel: 0 }).toBuffer()
      const bytes = {
        'an SVG with a script': Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        ),
        'an HTML page': Buffer.from('<!doctype html><script>alert(1)</script>'),
        'a TIFF': await picture('#abcdef').tiff().toBuffer(),
        'half a PNG': whole.subarray(0, whole.length / 2),
        '10 MB and one byte': Buffer.alloc(10 * 1024 * 1024 + 1),
      }[what]
      const logo = { bytes, filename, contentType: 'image/png' }
      const stored = await keysIn(context)
      expect((await admin.refuse(uploadLogo, { files: { logo } })).status).toBe(status)
      expect(await readdir(context.workDir)).toEqual([])
      expect(await keysIn(context)).toEqual(stored)
    },
  )

  test('is removed after a day, unless the settings use it by then', async ({
    api,
    context,
    admin,
  }) => {
    const kept = await upload(admin, await png('#111111'))
    const left = await upload(admin, await png('#222222'))
    await admin.call(save, { body: { footerImage1: kept } })
    expect(await cleanupsOf(context, kept)).toEqual([])
    expect(await cleanupsOf(context, left)).toEqual([24])
    for (const url of [kept, left]) await runRemoval(context, url)
    expect([await statusOf(api, kept), await statusOf(api, left)]).toEqual([200, 404])
    const late = await admin.refuse(save, { body: { footerImage2: left } })
    expect(late.fields).toEqual({ footerImage2: 'Upload the image first.' })
  })

  test('that cannot be stored fails, and a job removes any remains', async ({ world, context }) => {
    const put = () => Promise.reject(new Error('disk full'))
    const app = await buildApp({ ...context, files: { ...context.files, put } })
    const admin = new TestApi(app, { cookie: (await world.admin()).cookie })
    const before = await countCleanups(context)
    const answer = await admin.request(uploadLogo, { files: { logo: await png('#fedcba') } })
    await app.close()
    expect(answer.status).toBe(500)
    expect(await countCleanups(context)).toBe(before + 1)
  })
})

test('a replaced image is removed, unless it is still used elsewhere', async ({ api, admin }) => {
  const first = await upload(admin, await png('#330000'))
  const second = await upload(admin, await png('#003300'))
  await admin.call(save, { body: { footerImage1: first, footerImage2: first } })
  await admin.call(save, { body: { footerImage1: second } })
  // Both use the same queue, so once the marker is removed the other image was checked.
  const marker = await upload(admin, await png('#000033'))
  await admin.call(save, { body: { logoUrl: marker } })
  await admin.call(save, { body: { logoUrl: null } })
  await untilRemoved(api, marker)
  expect(await statusOf(api, first)).toBe(200)
  await admin.call(save, { body: { footerImage2: second } })
  await untilRemoved(api, first)
  expect(await statusOf(api, second)).toBe(200)
})

describe('an image that is uploaded again', () => {
  test('right after it was removed elsewhere is kept', async ({ api, context, admin }) => {
    const file = await png('#cc0044')
    const url = await upload(admin, file)
    await admin.call(save, { body: { footerImage1: url } })
    await admin.call(removeFooterImage, { params: { number: '1' } })
    await upload(admin, file)
    // As if the removal from footer image 1 was run late.
    await siteImages.removeUnused(context, `images/${nameOf(url)}`)
    expect(await statusOf(api, url)).toBe(200)
    await admin.call(save, { body: { footerImage2: url } })
    await admin.call(removeFooterImage, { params: { number: '2' } })
    await untilRemoved(api, url)
  })

  test('right before it is removed elsewhere is kept', async ({ api, context, admin }) => {
    const file = await png('#00cc44')
    const url = await upload(admin, file)
    await admin.call(save, { body: { footerImage1: url } })
    await upload(admin, file)
    await admin.call(removeFooterImage, { params: { number: '1' } })
    await siteImages.removeUnused(context, `images/${nameOf(url)}`)
    expect((await admin.call(save, { body: { footerImage2: url } })).footerImage2).toBe(url)
    expect(await statusOf(api, url)).toBe(200)
  })

  test('while its removal waits for the upload is kept', async ({ api, world, context, admin }) => {
    const file = await png('#4400cc')
    const url = await upload(admin, file)
    await admin.call(save, { body: { footerImage1: url } })
    await admin.call(removeFooterImage, { params: { number: '1' } })
    await untilRemoved(api, url)
    let removal: Promise<void> | undefined
    const put: Context['files']['put'] = async (input) => {
      await context.files.put(input)
      removal = siteImages.removeUnused(context, input.key)
      await vi.waitFor(async () => expect(await countWaiting(context)).toBe(1))
    }
    const app = await buildApp({ ...context, files: { ...context.files, put } })
    await upload(new TestApi(app, { cookie: (await world.admin()).cookie }), file)
    await app.close()
    await removal
    expect(await statusOf(api, url)).toBe(200)
  })

  test('and then left is removed a day after the last upload', async ({ api, context, admin }) => {
    const file = await png('#cc4400')
    const url = await upload(admin, file)
    await upload(admin, file)
    expect(await cleanupsOf(context, url)).toEqual([24, 24])
    await runRemoval(context, url)
    expect(await statusOf(api, url)).toBe(404)
  })
})

test('removing a footer image returns all settings, also the second time', async ({
  api,
  admin,
}) => {
  const url = await upload(admin, await png('#777777'))
  const other = await upload(admin, await png('#888888'))
  const saved = await admin.call(save, { body: { footerImage1: url, footerImage2: other } })
  const params = { number: '1' } as const
  for (const _ of ['once', 'twice']) {
    expect(await admin.call(removeFooterImage, { params })).toEqual({
      ...saved,
      footerImage1: null,
      version: expect.any(String),
    })
  }
  expect(await api.call(get)).toMatchObject({ footerImage1: null, footerImage2: other })
  await untilRemoved(api, url)
  expect((await admin.refuse(removeFooterImage, { params: { number: '3' as '1' } })).status).toBe(
    400,
  )
})

test('an invalid image name is refused', async ({ api }) => {
  for (const name of ['x.webp', '../data.key', `${'A'.repeat(64)}.webp`]) {
    expect((await api.request(image, { params: { name } })).status).toBe(400)
  }
})

/** Removes the image as the last job queued for it does once it is due. */
async function runRemoval(context: Context, url: string): Promise<void> {
  const key = `images/${nameOf(url)}`
  await context.jobs.forget(context.db, 'remove-site-image', { key })
  await siteImages.removeUnused(context, key)
}

async function keysIn({ config }: Context): Promise<string[]> {
  return readdir(`${config.dataDir}/files/images`).catch(() => [])
}

/** Removals that wait for an image's lock. */
async function countWaiting({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
    where locktype = 'advisory' and not granted
  `.execute(db)
  return rows[0]?.count ?? 0
}

async function countCleanups({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from job.job where name = 'remove-site-image'
  `.execute(db)
  return rows[0]?.count ?? 0
}
