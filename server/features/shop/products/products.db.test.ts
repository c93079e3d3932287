import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { type Product, shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { announced } from '#server/testing/announced.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

const {
  createProduct,
  listProducts,
  listAllProducts,
  orderProducts,
  togglePublish,
  updateProduct,
} = shopEndpoints
const DAY = 86_400_000

async function offer(api: TestApi, id: number): Promise<Product | undefined> {
  return (await api.call(listProducts)).find((product) => product.id === id)
}

/** Clears cached responses, which don't know of rows that a test inserts directly. */
function forget({ changes }: Context): void {
  changes.announce({ kind: 'topic', topic: 'products' }, { kind: 'topic', topic: 'purchases' })
}

test('a new site sells the membership and nothing else', async ({ api, world }) => {
  const membership = {
    id: 10,
    title: 'Spiritual Business Membership',
    description: expect.stringMatching(/^<p>.+<\/p>$/),
    price: '29.00',
    productType: 'subscription',
    imageUrl: null,
    hasDigitalFile: false,
    displayOrder: 0,
    isDeleted: false,
    isMembership: true,
  }
  const own = { purchaseStatus: null, purchaseId: null }
  expect(await api.call(listProducts)).toEqual([{ ...membership, ...own }])
  expect(await api.as(await world.admin()).call(listAllProducts)).toEqual([
    {
      ...membership,
      purchaseStatus: null,
      digitalFileUrl: null,
      digitalFileName: null,
      digitalFileSize: null,
      ownerCount: 0,
      mayChangeType: true,
      mayRemoveFile: false,
      version: expect.stringMatching(/^\d{4}-.+Z$/),
    },
  ])
})

test('products are sorted by display order, then id; only administrators see unpublished ones', async ({
  api,
  world,
  context,
  admin,
}) => {
  const [last, first, hidden, second] = [
    await world.product({ title: 'Last', displayOrder: 5 }),
    await world.product({ title: 'First', displayOrder: -3 }),
    await world.product({ title: 'Hidden', displayOrder: -1, isDeleted: true }),
    await world.product({ title: 'Second', displayOrder: -1 }),
  ]
  forget(context)
  const own = [last, first, hidden, second]
  const mine = (list: { id: number }[]) => list.map(({ id }) => id).filter((id) => own.includes(id))
  expect(mine(await api.call(listProducts))).toEqual([first, second, last])
  expect(mine(await admin.call(listProducts))).toEqual([first, second, last])
  expect(mine(await admin.call(listAllProducts))).toEqual([first, hidden, second, last])
})

describe('the caller’s purchase of a product', () => {
  const soon = new Date(Date.now() + DAY)
  const past = new Date(Date.now() - DAY)
  test.for([
    ['owned', 'one_time', { state: 'owned' }, 'active', true],
    ['refunded', 'one_time', { state: 'refunded', accessUntil: past }, null, false],
    ['disputed', 'one_time', { state: 'disputed', accessUntil: past }, null, false],
    ['paid twice', 'one_time', { state: 'owned', isSurplus: true }, null, false],
    ['renewing', 'subscription', { state: 'active' }, 'active', true],
    ['past due', 'subscription', { state: 'past_due', accessUntil: soon }, 'active', true],
    [
      'past due for too long',
      'subscription',
      { state: 'past_due', accessUntil: past },
      'on_hold',
      false,
    ],
    ['paused', 'subscription', { state: 'paused', accessUntil: past }, 'on_hold', false],
    ['cancelled', 'subscription', { endsAtPeriodEnd: true }, 'canceled', true],
    [
      'run out before the provider says so',
      'subscription',
      { endsAtPeriodEnd: true, accessUntil: past },
      null,
      false,
    ],
    ['ended', 'subscription', { state: 'ended', accessUntil: past }, null, false],
  ] as const)(
    '%s',
    async ([, productType, purchase, purchaseStatus, hasAccess], {
      api,
      world,
      context,
      admin,
    }) => {
      const [member, stranger] = [await world.member(), await world.member()]
      const productId = await world.product({ productType })
      const purchaseId = await world.purchase({ member, productId, ...purchase })
      forget(context)
      expect(await offer(api.as(member), productId)).toMatchObject({
        purchaseStatus,
        purchaseId: hasAccess ? purchaseId : null,
      })
      const nothing = { purchaseStatus: null, purchaseId: null }
      expect(await offer(api.as(stranger), productId)).toMatchObject(nothing)
      expect(await offer(api, productId)).toMatchObject(nothing)
      const listed = await admin.call(listAllProducts)
      expect(listed.find(({ id }) => id === productId)?.ownerCount).toBe(hasAccess ? 1 : 0)
    },
  )

  test('that gives access counts, not the one that has ended', async ({ api, world, context }) => {
    const member = await world.member()
    const productId = await world.product({ productType: 'subscription' })
    const purchaseId = await world.purchase({ member, productId })
    await world.purchase({ member, productId, state: 'ended', accessUntil: past })
    forget(context)
    expect(await offer(api.as(member), productId)).toMatchObject({
      purchaseStatus: 'active',
      purchaseId,
    })
  })

  test('ends when its time is over', async ({ api, world, context, clock }) => {
    const member = await world.member()
    const productId = await world.product({ productType: 'subscription' })
    await world.purchase({ member, productId, endsAtPeriodEnd: true, accessUntil: soon })
    forget(context)
    expect(await offer(api.as(member), productId)).toMatchObject({ purchaseStatus: 'canceled' })
    clock.advance({ minutes: 2 * 24 * 60 })
    forget(context)
    expect(await offer(api.as(member), productId)).toMatchObject({ purchaseStatus: null })
  })
})

test('products can be reordered, and an incomplete list is refused', async ({
  api,
  world,
  context,
}) => {
  const caller = api.as(await world.admin())
  await world.product({ title: 'One of the order' })
  await world.product({ title: 'Two of the order', isDeleted: true })
  const ids = (await caller.call(listAllProducts)).map(({ id }) => id)
  const wanted = ids.toReversed()
  const ordered = await caller.call(orderProducts, { body: { ids: wanted } })
  expect(ordered.map(({ id, displayOrder }) => [id, displayOrder])).toEqual(
    wanted.map((id, index) => [id, index + 1]),
  )
  const log = () =>
    context.db
      .selectFrom('auditEntry')
      .select('action')
      .where('action', '=', 'products-ordered')
      .execute()
  expect(await log()).toHaveLength(1)
  // The same order again is no change, and two concurrent orders result in one of the two.
  await caller.call(orderProducts, { body: { ids: wanted } })
  expect(await log()).toHaveLength(1)
  const both = [ids, wanted].map((order) => caller.call(orderProducts, { body: { ids: order } }))
  await Promise.all(both)
  const now = (await caller.call(listAllProducts)).map(({ id }) => id)
  expect([String(ids), String(wanted)]).toContain(String(now))

  for (const order of [ids.slice(1), [...ids, 1_999_999_999], [...ids.slice(1), ids[1] ?? 0]]) {
    const refused = await caller.refuse(orderProducts, { body: { ids: order } })
    expect(refused.status, String(order)).toBe(409)
  }
  for (const body of [{ ids: [] }, { ids: ['first'] }, {}]) {
    expect((await caller.refuse(orderProducts, { body })).status).toBe(400)
  }
})

test('a draft and a free product are not for sale until an administrator confirms it', async ({
  api,
  world,
}) => {
  const caller = api.as(await world.admin())
  const add = (fields: Record<string, string>) =>
    caller.call(createProduct, {
      fields: { title: 'Maybe', description: '<p>Later.</p>', productType: 'one_time', ...fields },
    })
  const isForSale = async ({ id }: { id: number }) => (await offer(api, id)) !== undefined
  const draft = await add({ price: '5', isDeleted: 'true' })
  expect([draft.isDeleted, await isForSale(draft)]).toEqual([true, false])
  const paid = await add({ price: '5' })
  expect([paid.isDeleted, await isForSale(paid)]).toEqual([false, true])
  const accident = await add({ price: '0.00' })
  expect([accident.isDeleted, await isForSale(accident)]).toEqual([true, false])
  const gift = await add({ price: '0', isFree: 'true' })
  expect([gift.isDeleted, await isForSale(gift)]).toEqual([false, true])

  await caller.call(togglePublish, { params: { id: draft.id } })
  const fields = { title: 'Maybe', description: '<p>Later.</p>', price: '0' }
  const refused = await caller.refuse(updateProduct, { params: { id: draft.id }, fields })
  expect(refused).toMatchObject({ status: 400, fields: { price: expect.any(String) } })
  expect((await offer(api, draft.id))?.price).toBe('5.00')
  const confirmed = { ...fields, isFree: 'true' }
  await caller.call(updateProduct, { params: { id: draft.id }, fields: confirmed })
  expect((await offer(api, draft.id))?.price).toBe('0.00')
})

test('owners are counted per product, without deleted accounts', async ({
  api,
  world,
  context,
}) => {
  const [one, other] = [await world.product(), await world.product()]
  const members = [await world.member(), await world.member(), await world.member()]
  for (const member of members) await world.purchase({ member, productId: one })
  const left = await world.member()
  const purchaseId = await world.purchase({ member: left, productId: one })
  await context.db
    .updateTable('purchase')
    .set({ memberId: null })
    .where('purchaseId', '=', purchaseId)
    .execute()
  const listed = await api.as(await world.admin()).call(listAllProducts)
  const count = (id: number) => listed.find((product) => product.id === id)?.ownerCount
  expect([count(one), count(other)]).toEqual([3, 0])
})

test('the list takes the same few queries, however many purchases exist', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const costOfList = async (): Promise<number> => {
    const notified = once(context.pool, 'release')
    forget(context)
    // The change sent to other nodes takes a connection of this pool a moment later.
    await notified
    let queries = 0
    const count = (): void => {
      queries += 1
    }
    // Every query takes a connection out of this pool.
    context.pool.on('acquire', count)
    await api.as(member).call(listProducts)
    context.pool.off('acquire', count)
    return queries
  }
  // Scheduled work may run a query in between.
  const least = async (): Promise<number> =>
    Math.min(await costOfList(), await costOfList(), await costOfList())
  const few = await least()
  for (let number = 0; number < 12; number += 1) {
    await world.purchase({ member, productId: await world.product() })
  }
  expect([few, await least()]).toEqual([1, 1])
})

describe('publishing', () => {
  test('can be switched off and on again', async ({ api, world, context }) => {
    const administrator = await world.admin()
    const admin = api.as(administrator)
    const id = await world.product()
    forget(context)
    expect(await offer(api, id)).toMatchObject({ isDeleted: false })
    const received = await announced(context, async () => {
      expect(await admin.call(togglePublish, { params: { id } })).toMatchObject({
        id,
        isDeleted: true,
      })
    })
    expect(received).toEqual([{ kind: 'topic', topic: 'products' }])
    expect(await offer(api, id)).toBeUndefined()
    expect(await admin.call(togglePublish, { params: { id } })).toMatchObject({ isDeleted: false })
    expect(await offer(api, id)).toMatchObject({ id })
    const log = await context.db
      .selectFrom('auditEntry')
      .select(['adminId', 'action', 'subjectType', 'detail'])
      .where('subjectId', '=', String(id))
      .orderBy('auditEntryId')
      .execute()
    const entry = { adminId: administrator.id, subjectType: 'product', detail: {} }
    expect(log).toEqual([
      { ...entry, action: 'product-unpublished' },
      { ...entry, action: 'product-published' },
    ])
  })

  test('does not affect the access of buyers', async ({ api, world }) => {
    const member = await world.member()
    const id = await world.product({ productType: 'subscription' })
    await world.purchase({ member, productId: id })
    const hidden = await api.as(await world.admin()).call(togglePublish, { params: { id } })
    expect(hidden).toMatchObject({ isDeleted: true, ownerCount: 1 })
  })

  test('works for the membership too, which can also be edited', async ({ api, admin }) => {
    const params = { id: 10 }
    const fields = {
      title: 'Membership',
      description: '<p>Come in.</p>',
      price: '31',
      productType: 'subscription',
    }
    expect(await admin.call(updateProduct, { params, fields })).toMatchObject({
      title: 'Membership',
      price: '31.00',
      isMembership: true,
    })
    expect(await admin.call(togglePublish, { params })).toMatchObject({
      isDeleted: true,
      isMembership: true,
    })
    expect(await offer(api, 10)).toBeUndefined()
    await admin.call(togglePublish, { params })
  })

  test('of an unknown product is not found', async ({ admin }) => {
    expect(await admin.refuse(togglePublish, { params: { id: 2_000_000_000 } })).toMatchObject({
      status: 404,
      message: 'This product does not exist.',
    })
  })

  test('requested by two administrators happens once, and the later one gets an error', async ({
    api,
    world,
  }) => {
    const [first, later] = [api.as(await world.admin()), api.as(await world.admin())]
    const params = { id: await world.product({ title: 'Pressed twice' }) }
    const unpublish = { params, body: { isDeleted: true } }
    expect(await first.call(togglePublish, unpublish)).toMatchObject({ isDeleted: true })
    expect(await later.refuse(togglePublish, unpublish)).toMatchObject({
      status: 409,
      message: '“Pressed twice” was already unpublished by another administrator.',
    })
    const publish = { params, body: { isDeleted: false } }
    expect(await later.call(togglePublish, publish)).toMatchObject({ isDeleted: false })
    expect(await first.refuse(togglePublish, publish)).toMatchObject({
      status: 409,
      message: '“Pressed twice” was already published by another administrator.',
    })
  })

  test('toggled many times at once applies every call', async ({ world, admin }) => {
    const params = { id: await world.product() }
    const states = await Promise.all(
      Array.from({ length: 7 }, () => admin.call(togglePublish, { params })),
    )
    expect(states).toHaveLength(7)
    const listed = await admin.call(listAllProducts)
    expect(listed.find(({ id }) => id === params.id)?.isDeleted).toBe(true)
  })
})

describe('an edit', () => {
  const fields = { description: '<p>Slow down.</p>', price: '3', productType: 'one_time' } as const

  test('that began before another administrator’s is refused, and can then be saved again', async ({
    api,
    world,
  }) => {
    const [first, later] = [api.as(await world.admin()), api.as(await world.admin())]
    const params = { id: await world.product({ title: 'Rest' }) }
    const versionOf = async () =>
      (await first.call(listAllProducts)).find(({ id }) => id === params.id)?.version ?? ''
    const version = await versionOf()
    const saved = await first.call(updateProduct, {
      params,
      fields: { ...fields, title: 'Rest well', version },
    })
    expect(saved.version).not.toBe(version)
    const mine = { ...fields, title: 'Sleep well' }
    expect(
      await later.refuse(updateProduct, { params, fields: { ...mine, version } }),
    ).toMatchObject({ status: 409, code: 'conflict', newer: saved })
    expect((await offer(api, params.id))?.title).toBe('Rest well')
    const latest = await versionOf()
    expect(latest).toBe(saved.version)
    await later.call(updateProduct, { params, fields: { ...mine, version: latest } })
    expect((await offer(api, params.id))?.title).toBe('Sleep well')
  })

  test('without a version is accepted, and one that changes nothing keeps the version', async ({
    world,
    admin,
  }) => {
    const params = { id: await world.product({ title: 'Walk' }) }
    const once = await admin.call(updateProduct, { params, fields: { ...fields, title: 'Run' } })
    const again = await admin.call(updateProduct, { params, fields: { ...fields, title: 'Run' } })
    expect(again.version).toBe(once.version)
  })

  test('is refused if another one comes at the same moment', async ({ api, world }) => {
    const admins = [api.as(await world.admin()), api.as(await world.admin())]
    const params = { id: await world.product({ title: 'Raced' }) }
    const [admin] = admins
    const version =
      (await admin?.call(listAllProducts))?.find(({ id }) => id === params.id)?.version ?? ''
    const saves = await Promise.all(
      admins.map((each, index) =>
        each.request(updateProduct, {
          params,
          fields: { ...fields, title: `Raced ${index}`, version },
        }),
      ),
    )
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
