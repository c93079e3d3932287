import type { Locator, Page } from '@playwright/test'
import type { Product, Purchase } from '#contract/shop.ts'
import type { TillPlay, TillRecord } from '#contract/till.ts'
import type { TestMember } from '#server/testing/population.ts'
import { callAs } from './calls.ts'
import { test as base, expect } from './fixtures.ts'
import type { Site } from './site.ts'

/** A tiny file that begins like a PDF. */
export const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

/** Steps for browser tests of the shop that happen outside the tested browser. */
export class Shop {
  readonly #site: Site
  readonly #admin: TestMember

  constructor(site: Site, admin: TestMember) {
    this.#site = site
    this.#admin = admin
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
    const form = new FormData()
    form.set('title', title)
    form.set('description', `<p>${description}</p>`)
    form.set('price', price)
    form.set('productType', productType)
    if (given.withFile) {
      form.set('digitalFileUrl', new Blob([PDF], { type: 'application/pdf' }), 'workbook.pdf')
    }
    const answer = await callAs(this.#site, this.#admin, {
      method: 'POST',
      path: '/api/admin/products',
      body: form,
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    // The server checked it with the contract's schema.
    return ((await answer.json()) as { id: number }).id
  }

  /** Simulates a later payment event for this member's purchase at the test till. */
  async play(member: TestMember, title: string, play: TillPlay): Promise<void> {
    const listed = await callAs(this.#site, this.#admin, {
      method: 'GET',
      path: '/api/admin/till/records?pageSize=100',
    })
    const records = (await listed.json()) as TillRecord[]
    const record = records.find((one) => one.email === member.email && one.title === title)
    const path = `/api/admin/till/records/${record?.id}/play`
    const answer = await callAs(this.#site, this.#admin, { method: 'POST', path, body: { play } })
    expect(answer.status, await answer.text()).toBe(200)
  }

  async purchases(member: TestMember): Promise<Purchase[]> {
    const answer = await callAs(this.#site, member, { method: 'GET', path: '/api/purchases' })
    return (await answer.json()) as Purchase[]
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

export const test = base.extend<{ shop: Shop }>({
  shop: async ({ site, world }, use) => use(new Shop(site, await world.admin())),
})

/** A product's card in the store. */
export function productCard(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Resources For Your Journey' })
    .getByRole('article', { name: title })
}

/** The dashboard's card with purchases. */
function purchasesCard(page: Page): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'My Purchases & Subscriptions' }) })
}

/** A purchase on the dashboard. */
export function bought(page: Page, title: string): Locator {
  return purchasesCard(page).getByRole('listitem').filter({ hasText: title })
}

export async function openResources(page: Page): Promise<void> {
  await page.goto('/flow?tab=faith')
  await expect(page.getByRole('heading', { name: 'Resources For Your Journey' })).toBeVisible()
}

/** Goes from the store to the till. */
export async function goToTill(page: Page, title: string): Promise<void> {
  await openResources(page)
  await productCard(page, title)
    .getByRole('button', { name: /^(Buy|Subscribe): / })
    .click()
  await expect(page).toHaveURL(/\/till\//)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Buys a product from the store until the success page. */
export async function buy(page: Page, title: string): Promise<void> {
  await goToTill(page, title)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectThanks(page)
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Thank You for Your Purchase!' })).toBeVisible()
}

/** A day in the page's format. */
export function dayText(instant: string | null): string {
  return new Date(instant ?? '').toLocaleDateString('en-US', { dateStyle: 'long' })
}
