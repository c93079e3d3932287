import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi, type TestFile, type TestResponse } from '#server/testing/api.ts'
import { mp3, mp4, pdf, zip } from '#server/testing/digital-files.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const { createProduct, download, file, listAllProducts, listProducts, productFile, updateProduct } =
  shopEndpoints

const FIELDS = { title: 'Quiet Mornings', description: '<p>Twelve.</p>', price: '12.50' }
const NO_FILE = 'This file type can’t be sold here. Choose a PDF, ZIP, MP3 or MP4 file.'
const RUN_OUT = 'This link has expired. Start the download again from your purchases.'
const OWNED =
  'Someone owns this file or is buying it, so it can’t be removed. Replace it with another file, or unpublish the product.'

function upload(bytes: Buffer, filename = 'upload.bin'): { digitalFileUrl: TestFile } {
  return { digitalFileUrl: { bytes, filename, contentType: 'text/html' } }
}

/** Every product file in the store. */
async function storedFiles({ config }: Context): Promise<string[]> {
  const folder = join(config.dataDir, 'files', 'products')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('~type'))
    .map((entry) => `products/${join(entry.parentPath, entry.name).slice(folder.length + 1)}`)
}

async function keyOf({ db }: Context, productId: number): Promise<string> {
  const { fileKey } = await db
    .selectFrom('product')
    .select('fileKey')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return String(fileKey)
}

/** A product with a file, and a member who owns it. */
async function sold(
  { api, world }: { api: TestApi; world: World },
  bytes = pdf(1_000),
  filename = 'Quiet mornings.pdf',
): Promise<{ admin: TestApi; member: TestMember; productId: number; purchaseId: number }> {
  const admin = api.as(await world.admin())
  const { id } = await admin.call(createProduct, { fields: FIELDS, files: upload(bytes, filename) })
  const member = await world.member()
  const purchaseId = await world.purchase({ member, productId: id })
  return { admin, member, productId: id, purchaseId }
}

/** The token of a new link. */
async function linkOf(caller: TestApi, purchaseId: number): Promise<string> {
  const response = await caller.request(download, { params: { id: purchaseId } })
  expect(response.status).toBe(302)
  expect(response.headers['cache-control']).toBe('no-store')
  const token = /^\/api\/downloads\/([\w.-]+)$/.exec(String(response.headers.location))?.[1]
  if (!token) throw new Error(`${response.headers.location} is no link.`)
  return token
}

describe('a digital file', () => {
  test.for([
    ['a PDF', '.pdf', 'application/pdf', () => pdf()],
    ['a ZIP', '.zip', 'application/zip', () => zip()],
    ['an MP3', '.mp3', 'audio/mpeg', () => mp3()],
    ['an MP4', '.mp4', 'video/mp4', () => mp4()],
  ] as const)(
    'that is %s is sold with the type of its bytes',
    async ([, ending, type, make], { api, world }) => {
      const bytes = Buffer.from(await make())
      const { admin, member, productId, purchaseId } = await sold(
        { api, world },
        bytes,
        'My page.html',
      )
      const [product] = (await admin.call(listAllProducts)).filter(({ id }) => id === productId)
      expect(product).toMatchObject({
        hasDigitalFile: true,
        digitalFileUrl: `/api/admin/products/${productId}/file`,
        digitalFileName: `My page.html${ending}`,
        digitalFileSize: bytes.length,
        mayRemoveFile: false,
      })
      const token = await linkOf(api.as(member), purchaseId)
      const answer = await api.as(member).request(file, { params: { token } })
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="My page.html${ending}"`,
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
      })
      expect(answer.bytes.equals(bytes)).toBe(true)
    },
  )

  test.for([
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
    ['an M4A', mp4(400, 'M4A ')],
    ['nothing', Buffer.alloc(0)],
  ] as const)('that is %s is refused and leaves nothing', async ([, bytes], { context, admin }) => {
    const stored = await storedFiles(context)
    const count = (await admin.call(listAllProducts)).length
    const input = { fields: FIELDS, files: upload(bytes, 'guide.pdf') }
    expect(await admin.refuse(createProduct, input)).toMatchObject({
      status: 415,
      code: 'unsupported_media',
      message: NO_FILE,
      fields: { digitalFileUrl: NO_FILE },
    })
    expect((await admin.call(listAllProducts)).length).toBe(count)
    expect(await storedFiles(context)).toEqual(stored)
    expect(await readdir(context.workDir)).toEqual([])
  })

  test('in a format based on ZIP, such as an EPUB, is refused', async ({ admin }) => {
    const book = await zip({ mimetype: 'application/epub+zip', 'content.opf': '' })
    const input = { fields: FIELDS, files: upload(book, 'book.zip') }
    expect(await admin.refuse(createProduct, input)).toMatchObject({
      status: 415,
      message: NO_FILE,
    })
  })

  test('keeps its name, or gets the given one', async ({ admin }) => {
    const nameAfter = async (sent: string, digitalFileName?: string) => {
      const fields = { ...FIELDS, ...(digitalFileName && { digitalFileName }) }
      const made = await admin.call(createProduct, { fields, files: upload(pdf(), sent) })
      return made.digitalFileName
    }
    expect(await nameAfter('Gebet für morgens.pdf')).toBe('Gebet für morgens.pdf')
    expect(await nameAfter('scan0001.pdf', 'Quiet mornings')).toBe('Quiet mornings.pdf')
    expect(await nameAfter('scan0001.pdf', '..\\..\\a/evil\u202efdp.exe')).toBe('evilfdp.exe.pdf')
    expect(await nameAfter('')).toBe('Quiet Mornings.pdf')
  })

  test('can be renamed without a new upload', async ({ api, world }) => {
    const { admin, member, productId, purchaseId } = await sold({ api, world })
    const fields = { ...FIELDS, digitalFileName: '🌅 Morgen.zip' }
    const renamed = await admin.call(updateProduct, { params: { id: productId }, fields })
    expect(renamed.digitalFileName).toBe('🌅 Morgen.zip.pdf')
    const token = await linkOf(api.as(member), purchaseId)
    const answer = await api.as(member).request(file, { params: { token } })
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="_ Morgen.zip.pdf"; filename*=UTF-8''%F0%9F%8C%85%20Morgen.zip.pdf`,
    )
  })

  test('stays if left out, and is replaced for earlier buyers too', async ({
    api,
    world,
    context,
  }) => {
    const { admin, member, productId, purchaseId } = await sold({ api, world })
    const params = { id: productId }
    const first = await keyOf(context, productId)
    expect(await admin.call(updateProduct, { params, fields: FIELDS })).toMatchObject({
      hasDigitalFile: true,
      digitalFileName: 'Quiet mornings.pdf',
    })
    expect(await keyOf(context, productId)).toBe(first)

    // A new file takes precedence over the checkbox that removes the old one.
    const fields = { ...FIELDS, hasDigitalFile: 'false' }
    const files = upload(mp3(3_000), 'Quiet.mp3')
    expect(await admin.call(updateProduct, { params, fields, files })).toMatchObject({
      digitalFileName: 'Quiet.mp3',
      digitalFileSize: 3_000,
    })
    const token = await linkOf(api.as(member), purchaseId)
    const answer = await api.as(member).request(file, { params: { token } })
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(answer.bytes.equals(mp3(3_000))).toBe(true)
    await expect.poll(() => storedFiles(context)).not.toContain(first)
    expect(await storedFiles(context)).toContain(await keyOf(context, productId))
  })

  test('can be removed only while nobody owns it', async ({ api, world, context }) => {
    const { admin, member, productId, purchaseId } = await sold({ api, world })
    const params = { id: productId }
    const fields = { ...FIELDS, hasDigitalFile: 'false' }
    const key = await keyOf(context, productId)
    expect(await admin.refuse(updateProduct, { params, fields })).toMatchObject({
      status: 409,
      message: OWNED,
      fields: { hasDigitalFile: OWNED },
    })
    // A dispute can be won, which gives the buyer the file again.
    const end = (state: 'disputed' | 'refunded') =>
      context.db
        .updateTable('purchase')
        .set({ state, accessUntil: new Date(Date.now() - 1_000) })
        .where('purchaseId', '=', purchaseId)
        .execute()
    await end('disputed')
    expect((await admin.refuse(updateProduct, { params, fields })).status).toBe(409)
    await linkOfNothing(api.as(member), purchaseId)
    await end('refunded')
    const listed = await admin.call(listAllProducts)
    expect(listed.find(({ id }) => id === productId)).toMatchObject({ mayRemoveFile: true })
    expect(await admin.call(updateProduct, { params, fields })).toMatchObject({
      hasDigitalFile: false,
      digitalFileUrl: null,
      digitalFileName: null,
      digitalFileSize: null,
    })
    await expect.poll(() => storedFiles(context)).not.toContain(key)
    expect((await admin.refuse(productFile, { params })).status).toBe(404)
  })

  test('can’t be removed while someone is paying for it', async ({ world, context, admin }) => {
    const made = await admin.call(createProduct, { fields: FIELDS, files: upload(pdf()) })
    const member = await world.member()
    await context.db
      .insertInto('checkout')
      .values({
        memberId: member.id,
        productId: made.id,
        productType: 'one_time',
        priceCents: 1_250,
        provider: 'till',
        status: 'open',
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .execute()
    const input = { params: { id: made.id }, fields: { ...FIELDS, hasDigitalFile: 'false' } }
    expect(await admin.refuse(updateProduct, input)).toMatchObject({ status: 409, message: OWNED })
  })

  test('that two administrators replace at once leaves only one file', async ({
    api,
    world,
    context,
  }) => {
    const { admin, productId } = await sold({ api, world })
    const before = await storedFiles(context)
    const old = await keyOf(context, productId)
    const replace = (bytes: Buffer) =>
      admin.call(updateProduct, { params: { id: productId }, fields: FIELDS, files: upload(bytes) })
    await Promise.all([replace(pdf(500)), replace(mp3(600)), replace(mp4(700))])
    const kept = await keyOf(context, productId)
    const left = async () =>
      (await storedFiles(context)).filter((key) => key === old || !before.includes(key))
    await expect.poll(left).toEqual([kept])
  })

  test('that can’t be stored causes an error and leaves the product unchanged', async ({
    world,
    api,
    context,
  }) => {
    const { productId } = await sold({ api, world })
    const put = () => Promise.reject(new Error('disk full'))
    const app = await buildApp({ ...context, files: { ...context.files, put } })
    const admin = new TestApi(app, { cookie: (await world.admin()).cookie })
    const key = await keyOf(context, productId)
    const answer = await admin.request(updateProduct, {
      params: { id: productId },
      fields: { ...FIELDS, title: 'Changed' },
      files: upload(mp3()),
    })
    await app.close()
    expect(answer.status).toBe(500)
    expect(await keyOf(context, productId)).toBe(key)
    expect(await readdir(context.workDir)).toEqual([])
  })

  test('is not revealed before the purchase, neither its URL nor its name', async ({
    api,
    world,
    context,
  }) => {
    const { admin, member, productId } = await sold({ api, world }, pdf(), 'A secret name.pdf')
    const key = await keyOf(context, productId)
    for (const caller of [api, api.as(await world.member()), api.as(member), admin]) {
      const { text, headers } = await caller.request(listProducts)
      expect(text).toContain('"hasDigitalFile":true')
      for (const secret of [key, key.slice(-12), 'secret', 'digitalFile', '/file', '/downloads']) {
        expect(text.replaceAll('hasDigitalFile', '') + JSON.stringify(headers)).not.toContain(
          secret,
        )
      }
    }
    const { text } = await admin.request(listAllProducts)
    expect(text).not.toContain(key.slice(-12))
  })
})

async function linkOfNothing(caller: TestApi, purchaseId: number): Promise<void> {
  const refusal = await caller.refuse(download, { params: { id: purchaseId } })
  expect([refusal.status, refusal.code]).toEqual([404, 'not_found'])
}

describe('a link', () => {
  test('works only for its buyer', async ({ api, world }) => {
    const { member, productId, purchaseId } = await sold({ api, world })
    const token = await linkOf(api.as(member), purchaseId)
    expect(token).not.toContain(member.id)
    const params = { token }
    expect((await api.as(member).request(file, { params })).status).toBe(200)
    expect((await api.refuse(file, { params })).status).toBe(401)
    const other = await world.member()
    // Not even for another buyer of the same product.
    await world.purchase({ member: other, productId })
    for (const stranger of [other, await world.admin()]) {
      expect(await api.as(stranger).refuse(file, { params })).toMatchObject({
        status: 404,
        message: RUN_OUT,
      })
      await linkOfNothing(api.as(stranger), purchaseId)
    }
    expect((await api.refuse(download, { params: { id: purchaseId } })).status).toBe(401)
  })

  test('is valid for five minutes', async ({ api, world, clock }) => {
    const { member, purchaseId } = await sold({ api, world })
    const params = { token: await linkOf(api.as(member), purchaseId) }
    clock.advance({ minutes: 4.5 })
    expect((await api.as(member).request(file, { params })).status).toBe(200)
    clock.advance({ minutes: 0.6 })
    expect(await api.as(member).refuse(file, { params })).toMatchObject({
      status: 404,
      message: RUN_OUT,
    })
    const again = { token: await linkOf(api.as(member), purchaseId) }
    expect((await api.as(member).request(file, { params: again })).status).toBe(200)
  })

  test('can’t be forged or changed', async ({ api, world }) => {
    const { member, purchaseId } = await sold({ api, world })
    const token = await linkOf(api.as(member), purchaseId)
    const [id = '', expiry = '', signature = ''] = token.split('.')
    const forged = [
      `${Number(id) + 1}.${expiry}.${signature}`,
      `${id}.${Number(expiry) + 600}.${signature}`,
      `${id}.${expiry}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${id}.${expiry}.${signature.slice(1)}`,
      `${id}.${expiry}.${'A'.repeat(43)}`,
      `${id}.${expiry}.`,
      `0${token}`,
      `${token}x`,
      '1.1',
      'x',
      '%00',
    ]
    for (const each of forged) {
      const refusal = await api.as(member).refuse(file, { params: { token: each } })
      expect([each, refusal.status]).toEqual([each, 404])
    }
  })

  test('stops working when access ends', async ({ api, world, context }) => {
    const { member, purchaseId } = await sold({ api, world })
    const params = { token: await linkOf(api.as(member), purchaseId) }
    expect((await api.as(member).request(file, { params })).status).toBe(200)
    await context.db
      .updateTable('purchase')
      .set({ state: 'refunded', accessUntil: new Date(Date.now() - 1_000) })
      .where('purchaseId', '=', purchaseId)
      .execute()
    expect((await api.as(member).refuse(file, { params })).status).toBe(404)
    await linkOfNothing(api.as(member), purchaseId)
  })

  test('of a subscription stops working when that ends', async ({ api, world, clock, admin }) => {
    const fields = { ...FIELDS, productType: 'subscription' }
    const { id } = await admin.call(createProduct, { fields, files: upload(pdf()) })
    const member = await world.member()
    const accessUntil = new Date(Date.now() + 60_000)
    const purchaseId = await world.purchase({ member, productId: id, accessUntil })
    const params = { token: await linkOf(api.as(member), purchaseId) }
    clock.advance({ minutes: 2 })
    expect((await api.as(member).refuse(file, { params })).status).toBe(404)
    await linkOfNothing(api.as(member), purchaseId)
  })

  test('works for an unpublished product, but not for one without a file', async ({
    api,
    world,
    context,
  }) => {
    const { member, productId, purchaseId } = await sold({ api, world })
    await context.db
      .updateTable('product')
      .set({ isDeleted: true })
      .where('productId', '=', productId)
      .execute()
    const params = { token: await linkOf(api.as(member), purchaseId) }
    expect((await api.as(member).request(file, { params })).status).toBe(200)
    const bare = await world.purchase({ member, productId: await world.product() })
    await linkOfNothing(api.as(member), bare)
    await linkOfNothing(api.as(member), 2_000_000_000)
  })

  test('appears in no log', async ({ api, world, logLines }) => {
    const { member, purchaseId } = await sold({ api, world }, pdf(), 'Unmistakable name.pdf')
    const token = await linkOf(api.as(member), purchaseId)
    await api.as(member).request(file, { params: { token } })
    const log = logLines.join('\n')
    expect(log).toContain('/api/downloads/:token')
    for (const secret of [token, token.split('.')[2] ?? token, 'Unmistakable', member.id]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('a part of a file', () => {
  test('is sent, and a download can continue with another link', async ({ api, world }) => {
    const bytes = mp3(10_000)
    bytes[5_000] = 1
    const { member, purchaseId } = await sold({ api, world }, bytes)
    const ask = async (headers: Record<string, string>): Promise<TestResponse> => {
      const token = await linkOf(api.as(member), purchaseId)
      return api.as(member).request(file, { params: { token }, headers })
    }
    const first = await ask({ range: 'bytes=0-4999' })
    expect([first.status, first.headers['content-range'], first.headers['content-length']]).toEqual(
      [206, 'bytes 0-4999/10000', '5000'],
    )
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const rest = await ask({ range: 'bytes=5000-', 'if-range': etag })
    expect([rest.status, rest.headers.etag]).toEqual([206, etag])
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)

    const stale = await ask({ range: 'bytes=5000-', 'if-range': '"another"' })
    expect([stale.status, stale.bytes.length]).toEqual([200, 10_000])
    const known = await ask({ 'if-none-match': etag })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const beyond = await ask({ range: 'bytes=10000-' })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10000'])
  })

  test('of a replaced file returns the whole new file', async ({ api, world }) => {
    const { admin, member, productId, purchaseId } = await sold({ api, world }, pdf(2_000))
    const ask = async (headers: Record<string, string>): Promise<TestResponse> => {
      const token = await linkOf(api.as(member), purchaseId)
      return api.as(member).request(file, { params: { token }, headers })
    }
    const { etag } = (await ask({ range: 'bytes=0-99' })).headers
    await admin.call(updateProduct, {
      params: { id: productId },
      fields: FIELDS,
      files: upload(pdf(3_000)),
    })
    const rest = await ask({ range: 'bytes=100-', 'if-range': String(etag) })
    expect([rest.status, rest.bytes.length]).toEqual([200, 3_000])
  })

  test('is not sent for a HEAD request', async ({ api, world }) => {
    const { member, purchaseId } = await sold({ api, world })
    const token = await linkOf(api.as(member), purchaseId)
    const head = { ...file, method: 'HEAD' as 'GET' }
    const headers = { range: 'bytes=0-9' }
    const answer = await api.as(member).request(head, { params: { token }, headers })
    expect([answer.status, answer.headers['content-length'], answer.bytes.length]).toEqual([
      200,
      '1000',
      0,
    ])
  })

  test('that can’t be read returns an error without file headers', async ({
    api,
    world,
    context,
  }) => {
    const { member, purchaseId } = await sold({ api, world })
    const read = () => Promise.reject(new Error('unreadable'))
    const app = await buildApp({ ...context, files: { ...context.files, read } })
    const caller = new TestApi(app, { cookie: member.cookie })
    const token = await linkOf(caller, purchaseId)
    const headers = { range: 'bytes=0-9' }
    const answer = await caller.request(file, { params: { token }, headers })
    await app.close()
    expect(answer.status).toBe(500)
    expect(answer.json).toMatchObject({ code: 'internal' })
    expect(answer.headers['content-range']).toBeUndefined()
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length)
  })
})

test('an administrator can open every file, inline and in parts', async ({ api, world }) => {
  const bytes = mp4(5_000)
  const { admin, member, productId } = await sold({ api, world }, bytes, 'Film.mp4')
  const params = { id: productId }
  const whole = await admin.request(productFile, { params })
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-disposition': 'inline; filename="Film.mp4"',
    'x-content-type-options': 'nosniff',
  })
  expect(whole.bytes.equals(bytes)).toBe(true)
  const part = await admin.request(productFile, { params, headers: { range: 'bytes=-100' } })
  expect([part.status, part.bytes.equals(bytes.subarray(4_900))]).toEqual([206, true])
  expect((await api.as(member).refuse(productFile, { params })).status).toBe(403)
  expect((await admin.refuse(productFile, { params: { id: 10 } })).status).toBe(404)
})

test('the store stops reading when the client disconnects', async ({ api, world, context }) => {
  const { member, purchaseId } = await sold({ api, world })
  const stream = new Readable({ read: () => {} })
  stream.push(Buffer.alloc(10))
  const read = async () => ({ stream, size: 1_000, length: 1_000, contentType: '' })
  const app = await buildApp({ ...context, files: { ...context.files, read } })
  const address = await app.listen({ port: 0 })
  const token = await linkOf(new TestApi(app, { cookie: member.cookie }), purchaseId)
  const abort = new AbortController()
  const headers = { cookie: member.cookie }
  const answer = await fetch(`${address}/api/downloads/${token}`, { headers, signal: abort.signal })
  expect([answer.status, stream.destroyed]).toEqual([200, false])
  abort.abort()
  await expect.poll(() => stream.destroyed).toBe(true)
  await app.close()
})
