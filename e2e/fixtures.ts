import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Db } from '#server/db/connect.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { type Site, startSite } from './site.ts'

export { expect }

interface WorkerFixtures {
  site: Site
  world: World
}

interface TestFixtures {
  /** Signs a member in on a browser context, through the database. */
  signIn(context: BrowserContext, member: TestMember): Promise<void>
  /** The newest mail to an address; waits until it is there. */
  mailTo(address: string, subject?: RegExp): Promise<{ subject: string; text: string }>
  /** Console errors that this test brings about on purpose, as patterns. */
  expectedErrors: RegExp[]
}

/**
 * Playwright's `test` with the product running in a data folder per worker. A page's unexpected
 * console error or uncaught exception fails its test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  world: [
    async ({ site }, use) => {
      await use(new World(site.db))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  expectedErrors: async ({ site: _ }, use) => use([]),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => errors.push(String(error.error())))
    await use(context)
    const unexpected = errors.filter((error) => !expectedErrors.some((each) => each.test(error)))
    expect(unexpected, 'unexpected errors in the browser').toEqual([])
  },
  signIn: async ({ site }, use) => {
    await use(async (context, member) => {
      const [name = '', value = ''] = member.cookie.split('=')
      await context.addCookies([
        { name, value, url: site.url, httpOnly: true, sameSite: 'Lax' as const },
      ])
    })
  },
  mailTo: async ({ site }, use) => {
    await use(async (address, subject = /./) => {
      let found: { subject: string; text: string } | undefined
      await expect
        .poll(async () => {
          found = (await mails(site.db, address)).find((mail) => subject.test(mail.subject))
          return found !== undefined
        })
        .toBe(true)
      if (!found) throw new Error('unreachable')
      return found
    })
  },
})

function mails(db: Db, address: string): Promise<{ subject: string; text: string }[]> {
  return db
    .selectFrom('outboxMail')
    .select(['subject', 'text'])
    .where('toAddress', '=', address)
    .orderBy('outboxMailId', 'desc')
    .execute()
}

/** Fails with what axe found on the page, in the theme that is on. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  )
  expect(found, 'axe').toEqual([])
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels past the right edge').toBeLessThanOrEqual(0)
}
