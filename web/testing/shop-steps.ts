import type { Product, Purchase } from '#contract/shop.ts'
import type { TillPlay, TillRecord } from '#contract/till.ts'
import type { TestMember } from '#server/testing/population.ts'
import { expect } from './expect.ts'
import type { Locator, TestPage } from './page.ts'
import { test as base, type Site } from './page-test.ts'
import { callAs } from './steps.ts'

/** A tiny file that begins like a PDF. */
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

/** Steps for page tests of the shop that happen outside the tested page. */
class Shop {
  readonly #site: Site
  readonly #admin: TestMember
  readonly #ids = new Map<string, number>()

  constructor(site: Site, admin: TestMember) {
    this.#site = site
    this.#admin = admin
  }

  /** Adds a product to the store as an administrator. */
  async product(given: {
    title: string
    price: string
    productType?: Product['productType']
    withFile?: boolean
  }): Promise<number> {
    const { title, price, productType = 'one_time' } = given
    const body = new FormData()
    body.set('title', title)
    body.set('description', '<p>Seven quiet pages.</p>')
    body.set('price', price)
    body.set('productType', productType)
    if (given.withFile) {
      body.set('digitalFileUrl', new Blob([PDF], { type: 'application/pdf' }), 'workbook.pdf')
    }
    const added = await callAs(this.#site, this.#admin, {
      method: 'POST',
      path: '/api/admin/products',
      body,
    })
    expect(added.status).toBe(201)
    // The server checked it with the contract's schema.
    const { id } = added.json as { id: number }
    this.#ids.set(title, id)
    return id
  }

  /** Buys a product of this shop at the test till; returns the address after the payment. */
  async buy(member: TestMember, title: string): Promise<string> {
    const opened = await callAs(this.#site, member, {
      method: 'POST',
      path: '/api/create-checkout-session',
      body: { productId: this.#ids.get(title) },
    })
    // As in `product`.
    const session = (opened.json as { url: string }).url.split('/').at(-1)
    const paid = await callAs(this.#site, member, {
      method: 'POST',
      path: `/api/till/sessions/${session}`,
      body: { action: 'pay' },
    })
    expect(paid.status).toBe(200)
    await this.purchase(member, title, { hasAccess: true })
    return (paid.json as { url: string }).url
  }

  /** Simulates a later payment event for this member's purchase at the test till. */
  async play(member: TestMember, title: string, play: TillPlay): Promise<void> {
    const listed = await callAs(this.#site, this.#admin, {
      method: 'GET',
      path: '/api/admin/till/records?pageSize=100',
    })
    const record = (listed.json as TillRecord[]).find(
      (one) => one.email === member.email && one.title === title,
    )
    const path = `/api/admin/till/records/${record?.id}/play`
    const { status } = await callAs(this.#site, this.#admin, {
      method: 'POST',
      path,
      body: { play },
    })
    expect(status).toBe(200)
  }

  async purchases(member: TestMember): Promise<Purchase[]> {
    const { json } = await callAs(this.#site, member, { method: 'GET', path: '/api/purchases' })
    return json as Purchase[]
  }

  /** Waits until the newest purchase of this product meets the condition, and returns it. */
  async purchase(
    member: TestMember,
    title: string,
    expected: Partial<Purchase>,
  ): Promise<Purchase> {
    let found: Purchase | undefined
    await expect
      .poll(async () => {
        found = (await this.purchases(member)).find((one) => one.title === title)
        return found
      })
      .toMatchObject(expected)
    if (!found) throw new Error('unreachable')
    return found
  }

  /** The status of a call that a member makes without a page. */
  async statusOf(member: TestMember, method: 'GET' | 'POST', path: string): Promise<number> {
    return (await callAs(this.#site, member, { method, path })).status
  }
}

export const test = base.extend(
  'shop',
  { scope: 'file' },
  async ({ site, world }) => new Shop(site, await world.admin()),
)

/** A product's card in the store. */
export function productCard(page: TestPage, title: string): Locator {
  return page
    .getByRole('region', { name: 'Resources For Your Journey' })
    .getByRole('article', { name: title })
}

/** The dashboard's card with purchases. */
export function purchasesCard(page: TestPage): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'My Purchases & Subscriptions' }) })
}

/** A purchase on the dashboard. */
export function bought(page: TestPage, title: string): Locator {
  return purchasesCard(page).getByRole('listitem').filter({ hasText: title })
}

export async function openResources(page: TestPage): Promise<void> {
  await page.goto('/flow?tab=faith')
  await expect(page.getByRole('heading', { name: 'Resources For Your Journey' })).toBeVisible()
}
