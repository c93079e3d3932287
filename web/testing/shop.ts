import type { Product, Purchase } from '#contract/shop.ts'
import type { TillRecord } from '#contract/till.ts'
import type { TestMember } from '#server/testing/population.ts'
import type { Finds, Found } from './story-steps.ts'

/** A tiny file that begins like a PDF. */
export const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

interface ShopParts {
  admin: TestMember
  /** Makes a call as a member without a page. */
  callAs: (
    member: TestMember,
    call: { method: 'GET' | 'POST'; path: string; body?: object },
  ) => Promise<{ status: number; json: unknown }>
  /** Waits until what is read has these values. */
  until: (read: () => Promise<unknown>, expected: Partial<Purchase>) => Promise<void>
}

/** Steps for page tests and browser tests of the shop that happen outside the tested page. */
export class Shop {
  readonly #parts: ShopParts
  readonly #ids = new Map<string, number>()

  constructor(parts: ShopParts) {
    this.#parts = parts
  }

  /** Adds a product to the store as an administrator. */
  async product(given: {
    title: string
    price: string
    productType?: Product['productType']
    description?: string
    withFile?: boolean
  }): Promise<number> {
    const { title, price, productType = 'one_time', description = 'Seven quiet pages.' } = given
    const body = new FormData()
    body.set('title', title)
    body.set('description', `<p>${description}</p>`)
    body.set('price', price)
    body.set('productType', productType)
    if (given.withFile) {
      body.set('digitalFileUrl', new Blob([PDF], { type: 'application/pdf' }), 'workbook.pdf')
    }
    // The server checked it with the contract's schema.
    const { id } = (await this.#post(this.#parts.admin, '/api/admin/products', body)) as {
      id: number
    }
    this.#ids.set(title, id)
    return id
  }

  /** Buys a product of this shop at the test till; returns the address after the payment. */
  async buy(member: TestMember, title: string): Promise<string> {
    // As in `product`.
    const opened = (await this.#post(member, '/api/create-checkout-session', {
      productId: this.#ids.get(title),
    })) as { url: string }
    const session = opened.url.split('/').at(-1)
    const paid = (await this.#post(member, `/api/till/sessions/${session}`, {
      action: 'pay',
    })) as { url: string }
    await this.purchase(member, title, { hasAccess: true })
    return paid.url
  }

  /** Simulates a failed renewal of this member's subscription at the test till. */
  async failRenewal(member: TestMember, title: string): Promise<void> {
    const { admin, callAs } = this.#parts
    const path = '/api/admin/till/records'
    const listed = await callAs(admin, { method: 'GET', path: `${path}?pageSize=100` })
    const record = (listed.json as TillRecord[]).find(
      (one) => one.email === member.email && one.title === title,
    )
    await this.#post(admin, `${path}/${record?.id}/fail-renewal`, {})
  }

  async purchases(member: TestMember): Promise<Purchase[]> {
    const listed = await this.#parts.callAs(member, { method: 'GET', path: '/api/purchases' })
    return listed.json as Purchase[]
  }

  /** Waits until the newest purchase of this product meets the condition, and returns it. */
  async purchase(
    member: TestMember,
    title: string,
    expected: Partial<Purchase>,
  ): Promise<Purchase> {
    let found: Purchase | undefined
    await this.#parts.until(async () => {
      found = (await this.purchases(member)).find((one) => one.title === title)
      return found
    }, expected)
    if (!found) throw new Error('unreachable')
    return found
  }

  /** The status of a call that a member makes without a page. */
  async statusOf(member: TestMember, method: 'GET' | 'POST', path: string): Promise<number> {
    return (await this.#parts.callAs(member, { method, path })).status
  }

  async #post(member: TestMember, path: string, body: object): Promise<unknown> {
    const { status, json } = await this.#parts.callAs(member, { method: 'POST', path, body })
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`)
    return json
  }
}

/** A product's card in the store. */
export function productCard<L extends Found<L>>(page: Finds<L>, title: string): L {
  return page
    .getByRole('region', { name: 'Resources For Your Journey' })
    .getByRole('article', { name: title })
}

/** The dashboard's card with purchases. */
export function purchasesCard<L extends Found<L>>(page: Finds<L>): L {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'My Purchases & Subscriptions' }) })
}

/** A purchase on the dashboard. */
export function bought<L extends Found<L>>(page: Finds<L>, title: string): L {
  return purchasesCard(page).getByRole('listitem').filter({ hasText: title })
}

export async function openResources<L extends Found<L>>(
  page: Finds<L> & { goto(path: string): Promise<unknown> },
): Promise<void> {
  await page.goto('/flow?tab=faith')
  await page.getByRole('heading', { name: 'Resources For Your Journey' }).waitFor()
}
