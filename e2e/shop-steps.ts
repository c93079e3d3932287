import type { Page } from '@playwright/test'
import type { TestMember } from '#server/testing/population.ts'
import { openResources, productCard, Shop } from '#web/testing/shop.ts'
import { callAs } from './calls.ts'
import { test as base, expect } from './fixtures.ts'
import type { Site } from './site.ts'

/** The shop of a site, in which an administrator adds products. */
export function shopOf(site: Site, admin: TestMember): Shop {
  return new Shop({
    admin,
    callAs: async (member, call) => {
      const answer = await callAs(site, member, call)
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      return { status: answer.status, json: isJson ? await answer.json() : undefined }
    },
    until: (read, expected) => expect.poll(read).toMatchObject(expected),
  })
}

export const test = base.extend<{ shop: Shop }>({
  shop: async ({ site, world }, use) => use(shopOf(site, await world.admin())),
})

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
