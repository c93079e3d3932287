import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { announced } from '#server/testing/announced.ts'
import type { TestApi, TestFile } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { productImages } from './images.ts'

const { createProduct, listProducts, listAllProducts, productImage, updateProduct } = shopEndpoints
const IMAGE = /^\/api\/products\/images\/([0-9a-f]{64}\.webp)$/

const FIELDS = {
  title: 'Quiet Mornings',
  description: '<p>Twelve mornings.</p>',
  price: '12.50',
  productType: 'one_time',
  displayOrder: '2',
}

async function picture(color: string, width = 40): Promise<TestFile> {
  const create = { width, height: 20, channels: 3, background: color } as const
  const bytes = await sharp({ create }).png().toBuffer()
  return { bytes, filename: 'private name.png', contentType: 'image/png' }
}

function nameIn(url: string | null): string {
  const name = IMAGE.exec(url ?? '')?.[1]
  if (!name) throw new Error(`${url} is no address of ours.`)
  return name
}

async function statusOf(api: TestApi, url: string | null): Promise<number> {
  return (await api.request(productImage, { params: { name: nameIn(url) } })).status
}

async function untilRemoved(api: TestApi, url: string | null): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(api, url)).toBe(404))
}

async function logOf({ db }: Context, id: number): Promise<unknown[]> {
  return db
    .selectFrom('auditEntry')
    .select(['action', 'subjectType', 'detail'])
    .where('subjectId', '=', String(id))
    .where('subjectType', '=', 'product')
    .orderBy('auditEntryId')
    .execute()
}

test('a product is added and published with its exact price', async ({ api, context, admin }) => {
  let id = 0
  const received = await announced(context, async () => {
    const response = await admin.request(createProduct, { fields: FIELDS })
    expect(response.status).toBe(201)
    const created = response.json as { id: number }
    id = created.id
    expect(id).toBeGreaterThan(10)
    expect(created).toEqual({
      id,
      title: 'Quiet Mornings',
      description: '<p>Twelve mornings.</p>',
      price: '12.50',
      productType: 'one_time',
      imageUrl: null,
      hasDigitalFile: false,
      displayOrder: 2,
      isDeleted: false,
      purchaseStatus: null,
      digitalFileUrl: null,
      digitalFileName: null,
      digitalFileSize: null,
      isMembership: false,
      version: expect.any(String),
      ownerCount: 0,
      mayChangeType: true,
      mayRemoveFile: false,
    })
  })
  expect(received).toEqual([{ kind: 'topic', topic: 'products' }])
  expect((await api.call(listProducts)).map((product) => product.id)).toContain(id)
  expect(await logOf(context, id)).toEqual([
    { action: 'product-added', subjectType: 'product', detail: {} },
  ])
})

test('omitted fields get their defaults', async ({ admin }) => {
  const { title, description, price } = FIELDS
  expect(await admin.call(createProduct, { fields: { title, description, price } })).toMatchObject({
    productType: 'one_time',
    displayOrder: 0,
  })
  // A form without a file may also be sent as JSON.
  const body = { title, description, price, productType: 'subscription', displayOrder: -4 }
  expect(await admin.call(createProduct, { body })).toMatchObject({
    productType: 'subscription',
    displayOrder: -4,
  })
})

test('a change keeps the type and order if they are omitted', async ({ admin }) => {
  const fields = { ...FIELDS, productType: 'subscription', displayOrder: '7' }
  const { id } = await admin.call(createProduct, { fields })
  const params = { id }
  const { title, description } = FIELDS
  const dearer = { title, description, price: '13.00' }
  expect(await admin.call(updateProduct, { params, fields: dearer })).toMatchObject({
    price: '13.00',
    productType: 'subscription',
    displayOrder: 7,
  })
  const back = { ...dearer, productType: 'one_time', displayOrder: '0' }
  expect(await admin.call(updateProduct, { params, fields: back })).toMatchObject({
    productType: 'one_time',
    displayOrder: 0,
  })
  const refused = await admin.refuse(updateProduct, { params, fields: { ...dearer, title: '' } })
  expect(refused).toMatchObject({ status: 400, fields: { title: 'Title is required' } })
})

test.for([
  ['0', '0.00', 0],
  ['12', '12.00', 1_200],
  ['1.1', '1.10', 110],
  ['8.20', '8.20', 820],
  ['1.15', '1.15', 115],
  ['  19.99 ', '19.99', 1_999],
  ['999999.99', '999999.99', 99_999_999],
] as const)('a price of %j is stored as %s', async ([price, shown, cents], { context, admin }) => {
  const created = await admin.call(createProduct, { fields: { ...FIELDS, price } })
  expect(created.price).toBe(shown)
  const row = await context.db
    .selectFrom('product')
    .select('priceCents')
    .where('productId', '=', created.id)
    .executeTakeFirstOrThrow()
  expect(row.priceCents).toBe(cents)
})

describe('a form is refused', () => {
  const long = 'x'.repeat(151)
  test.for([
    ['title', undefined, 'Title is required'],
    ['title', '   ', 'Title is required'],
    ['title', long, 'Title must be 150 characters or less'],
    ['title', 'a\0b', 'This text has a character that can’t be stored.'],
    ['description', undefined, 'Description is required'],
    ['description', '', 'Description is required'],
    ['description', '<p></p>', 'Description is required'],
    ['description', '<p><br></p><p>&nbsp;</p>', 'Description is required'],
    ['description', '<script>alert(1)</script>', 'Description is required'],
    ['description', '<img src="https://elsewhere.example/x.png">', 'Description is required'],
    ['description', 'x'.repeat(20_001), 'This description is too long.'],
    ['price', undefined, 'Price is required'],
    ['price', '  ', 'Price is required'],
    ['price', '12.505', 'Invalid price format'],
    ['price', '12,50', 'Invalid price format'],
    ['price', '$12', 'Invalid price format'],
    ['price', '-1', 'Invalid price format'],
    ['price', '.5', 'Invalid price format'],
    ['price', '5.', 'Invalid price format'],
    ['price', '1e3', 'Invalid price format'],
    ['price', '١٢', 'Invalid price format'],
    ['price', '1000000.00', 'This price is too high.'],
    ['price', '9'.repeat(400), 'This price is too high.'],
    ['productType', 'gift', 'Choose a product type.'],
    ['displayOrder', 'first', 'The order is a whole number.'],
    ['displayOrder', '1.5', 'The order is a whole number.'],
    ['displayOrder', '10000', 'The order is a number from -9999 to 9999.'],
    ['displayOrder', '-10000', 'The order is a number from -9999 to 9999.'],
    ['digitalFileName', 'x'.repeat(121), 'This file name is too long.'],
    ['digitalFileUrl', undefined, 'Choose the digital file.'],
  ] as const)('for %s %j', async ([field, value, sentence], { world, context, admin }) => {
    const { [field]: _, ...others }: Record<string, string> = FIELDS
    const fields = {
      ...others,
      ...(value !== undefined && { [field]: value }),
      ...(field === 'digitalFileUrl' && { hasDigitalFile: 'true' }),
    }
    const before = await admin.call(listAllProducts)
    const id = await world.product()
    const refusals = [
      await admin.refuse(createProduct, { fields }),
      await admin.refuse(updateProduct, { params: { id }, fields }),
    ]
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: sentence,
        fields: { [field]: sentence },
      })
    }
    expect((await admin.call(listAllProducts)).length).toBe(before.length + 1)
    expect(await logOf(context, id)).toEqual([])
  })

  test('with all messages at once', async ({ admin }) => {
    expect((await admin.refuse(createProduct, { fields: { nothing: 'here' } })).fields).toEqual({
      title: 'Title is required',
      description: 'Description is required',
      price: 'Price is required',
    })
  })

  test('for an unknown product', async ({ admin }) => {
    const input = { params: { id: 2_000_000_000 }, fields: FIELDS }
    expect(await admin.refuse(updateProduct, input)).toMatchObject({ status: 404 })
  })
})

test('a description keeps its formatting and loses dangerous markup', async ({ api, admin }) => {
  const description = [
    '<h2 onclick="alert(1)">For you</h2>',
    '<p style="position:fixed">A <strong>good</strong> <a href="https://example.org">book</a>',
    '<a href="javascript:alert(1)">here</a></p>',
    '<script>alert(1)</script><iframe src="https://elsewhere.example"></iframe>',
    '<img src=x onerror=alert(1)><svg onload=alert(1)></svg><form action="/api/logout"><input></form>',
    '<ul><li>one</li></ul>',
  ].join('')
  const { id } = await admin.call(createProduct, { fields: { ...FIELDS, description } })
  const shown = (await api.call(listProducts)).find((product) => product.id === id)?.description
  expect(shown).toBe(
    '<h2>For you</h2><p>A <strong>good</strong> ' +
      '<a href="https://example.org" rel="noopener noreferrer">book</a>here</p>' +
      '<ul><li>one</li></ul>',
  )
})

test('a change is stored, logged and announced; an edit without changes is not', async ({
  context,
  admin,
}) => {
  const { id } = await admin.call(createProduct, { fields: FIELDS })
  const fields = { ...FIELDS, title: 'Quiet Evenings', price: '13', displayOrder: '-1' }
  const input = { params: { id }, fields }
  const received = await announced(context, async () => {
    expect(await admin.call(updateProduct, input)).toMatchObject({
      id,
      title: 'Quiet Evenings',
      price: '13.00',
      displayOrder: -1,
      productType: 'one_time',
    })
    await admin.call(updateProduct, input)
  })
  expect(received).toEqual([{ kind: 'topic', topic: 'products' }])
  const detail = { changed: ['title', 'price', 'displayOrder'] }
  expect(await logOf(context, id)).toEqual([
    { action: 'product-added', subjectType: 'product', detail: {} },
    { action: 'product-changed', subjectType: 'product', detail },
  ])
})

describe('the type', () => {
  test('can change while nobody has bought it', async ({ admin }) => {
    const { id } = await admin.call(createProduct, { fields: FIELDS })
    const fields = { ...FIELDS, productType: 'subscription' }
    expect(await admin.call(updateProduct, { params: { id }, fields })).toMatchObject({
      productType: 'subscription',
      mayChangeType: true,
    })
  })

  test.for(['sold', 'refunded', 'being bought'] as const)(
    'of a product that is %s can’t change, but its price can',
    async (how, { world, context, admin }) => {
      const { id } = await admin.call(createProduct, { fields: FIELDS })
      const member = await world.member()
      if (how === 'being bought') await startBuying(context, { memberId: member.id, productId: id })
      else {
        const past = new Date(Date.now() - 1_000)
        const back = how === 'refunded' && ({ state: 'refunded', accessUntil: past } as const)
        await world.purchase({ member, productId: id, ...back })
      }
      const sentence =
        'Someone has bought this product or is buying it, so its type can’t change. Add a new product instead.'
      const fields = { ...FIELDS, title: 'Other', productType: 'subscription' }
      expect(await admin.refuse(updateProduct, { params: { id }, fields })).toMatchObject({
        status: 409,
        code: 'conflict',
        message: sentence,
        fields: { productType: sentence },
      })
      const price = { ...FIELDS, price: '99' }
      expect(await admin.call(updateProduct, { params: { id }, fields: price })).toMatchObject({
        title: 'Quiet Mornings',
        price: '99.00',
        mayChangeType: false,
      })
      const [bought] = await context.db
        .selectFrom(how === 'being bought' ? 'checkout' : 'purchase')
        .select('priceCents')
        .where('productId', '=', id)
        .execute()
      expect(bought?.priceCents).toBe(1_250)
    },
  )

  test('does not change while a buyer starts a checkout at the same moment', async ({
    world,
    context,
    admin,
  }) => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await admin.call(createProduct, { fields: FIELDS })
      const member = await world.member()
      const [answer] = await Promise.all([
        admin.request(updateProduct, {
          params: { id },
          fields: { ...FIELDS, productType: 'subscription' },
        }),
        startBuying(context, { memberId: member.id, productId: id }),
      ])
      const [product, checkout] = await Promise.all([
        context.db
          .selectFrom('product')
          .select('productType')
          .where('productId', '=', id)
          .executeTakeFirstOrThrow(),
        context.db
          .selectFrom('checkout')
          .select('productType')
          .where('productId', '=', id)
          .executeTakeFirstOrThrow(),
      ])
      expect([200, 409]).toContain(answer.status)
      expect(checkout.productType).toBe(product.productType)
    }
  })
})

describe('an image', () => {
  test('is re-encoded, shown and cacheable forever', async ({ api, admin }) => {
    const files = { imageUrl: await picture('#123456', 2_400) }
    const { id, imageUrl } = await admin.call(createProduct, { fields: FIELDS, files })
    const name = nameIn(imageUrl)
    const answer = await api.request(productImage, { params: { name } })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
    })
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_200 })
    const kept = await admin.call(updateProduct, { params: { id }, fields: FIELDS })
    expect(kept.imageUrl).toBe(imageUrl)
  })

  test('is removed when it is replaced, unless another product uses it', async ({ api, admin }) => {
    const first = { imageUrl: await picture('#330000') }
    const second = { imageUrl: await picture('#003300') }
    const one = await admin.call(createProduct, { fields: FIELDS, files: first })
    const other = await admin.call(createProduct, { fields: FIELDS, files: first })
    expect(one.imageUrl).toBe(other.imageUrl)
    const change = (id: number) =>
      admin.call(updateProduct, { params: { id }, fields: FIELDS, files: second })
    await change(one.id)
    // Both use the same queue, so once the marker is removed the first one was checked.
    const marker = { imageUrl: await picture('#000033') }
    const { id, imageUrl } = await admin.call(createProduct, { fields: FIELDS, files: marker })
    await change(id)
    await untilRemoved(api, imageUrl)
    expect(await statusOf(api, one.imageUrl)).toBe(200)
    await change(other.id)
    await untilRemoved(api, one.imageUrl)
  })

  test('that no product uses is removed', async ({ api, context, admin }) => {
    const files = { imageUrl: await picture('#444444') }
    const { imageUrl } = await admin.call(createProduct, { fields: FIELDS, files })
    const key = `product-images/${nameIn(imageUrl)}`
    await productImages.removeUnused(context, key)
    expect(await statusOf(api, imageUrl)).toBe(200)
    await context.db.updateTable('product').set({ imageName: null }).execute()
    await productImages.removeUnused(context, key)
    expect(await statusOf(api, imageUrl)).toBe(404)
  })

  test.for([
    ['an SVG with a script', 415],
    ['an empty file', 415],
    ['10 MB and one byte', 413],
  ] as const)('of %s is refused and leaves nothing', async ([what, status], { context, admin }) => {
    const bytes = {
      'an SVG with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'an empty file': Buffer.alloc(0),
      '10 MB and one byte': Buffer.alloc(10 * 1024 * 1024 + 1),
    }[what]
    const files = { imageUrl: { bytes, filename: 'x.png', contentType: 'image/png' } }
    const before = (await admin.call(listAllProducts)).length
    const refusal = await admin.refuse(createProduct, { fields: FIELDS, files })
    expect(refusal.status).toBe(status)
    if (status === 415) {
      const sentence = 'We can’t read this image. Choose a PNG, JPEG, WebP, AVIF or GIF file.'
      expect(refusal.fields).toEqual({ imageUrl: sentence })
    }
    expect((await admin.call(listAllProducts)).length).toBe(before)
    expect(await readdir(context.workDir)).toEqual([])
  })

  test('input without a file, as browsers send it, counts as no image', async ({ admin }) => {
    const none = { bytes: Buffer.alloc(0), filename: '', contentType: 'application/octet-stream' }
    const files = { imageUrl: none, digitalFileUrl: none }
    expect(await admin.call(createProduct, { fields: FIELDS, files })).toMatchObject({
      imageUrl: null,
      hasDigitalFile: false,
    })
  })
})

test('of two concurrent edits the last one is stored as a whole, without leftover files', async ({
  api,
  world,
  context,
}) => {
  const admins = [api.as(await world.admin()), api.as(await world.admin())] as const
  const { id } = await admins[0].call(createProduct, { fields: FIELDS })
  const before = await imagesIn(context)
  const edits = [
    { title: 'One', price: '1', description: '<p>One.</p>', image: await picture('#111112') },
    { title: 'Two', price: '2', description: '<p>Two.</p>', image: await picture('#222223') },
  ] as const
  await Promise.all(
    edits.map(({ image, ...fields }, index) =>
      (admins[index] ?? admins[0]).call(updateProduct, {
        params: { id },
        fields: { ...FIELDS, ...fields },
        files: { imageUrl: image },
      }),
    ),
  )
  const [product] = (await admins[0].call(listAllProducts)).filter((each) => each.id === id)
  expect([
    { title: 'One', price: '1.00', description: '<p>One.</p>' },
    { title: 'Two', price: '2.00', description: '<p>Two.</p>' },
  ]).toContainEqual({
    title: product?.title,
    price: product?.price,
    description: product?.description,
  })
  expect(await logOf(context, id)).toHaveLength(3)
  const left = async () => (await imagesIn(context)).filter((name) => !before.includes(name))
  await expect.poll(left).toEqual([nameIn(product?.imageUrl ?? null)])
})

/** Every product image in the file store. */
async function imagesIn({ config }: Context): Promise<string[]> {
  const names = await readdir(`${config.dataDir}/files/product-images`)
  return names.filter((name) => !name.endsWith('~type'))
}

/** Starts a checkout the way a buyer does: with the product locked as it is. */
async function startBuying(
  context: Context,
  { memberId, productId }: { memberId: string; productId: number },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { productType, priceCents } = await trx
      .selectFrom('product')
      .select(['productType', 'priceCents'])
      .where('productId', '=', productId)
      .forKeyShare()
      .executeTakeFirstOrThrow()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await trx
      .insertInto('checkout')
      .values({ memberId, productId, productType, priceCents, provider: 'till', expiresAt })
      .execute()
  })
}
