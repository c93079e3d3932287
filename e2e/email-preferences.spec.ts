import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { MailingKind } from '#contract/email.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { unsubscribeToken } from '#server/features/email/preferences.ts'
import { TEST_MS } from '#server/testing/limits.ts'
import { test as base, expect, expectSoundPage, tabTo } from './fixtures.ts'
import { startSite } from './site.ts'

const DATA_KEY = randomBytes(32)

/** A site whose master key is known here, so that the tests can create links like those in emails. */
const test = base.extend({
  site: [
    async ({ siteName: _ }, use) => {
      const site = await startSite({ DATA_KEY: DATA_KEY.toString('hex') })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
})

test.use({ siteName: 'email-preferences' })

function linkOf(memberId: string, kind: MailingKind): string {
  return `/unsubscribe?token=${unsubscribeToken(keysFrom(DATA_KEY), { memberId, kind })}`
}

/** The page's answer to the link; the shell has other live regions. */
function answer(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('main').getByRole('status')
}

function news(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('switch', { name: 'News from the community' })
}

test('an unsubscribe link asks first, unsubscribes with one press, and can be undone', async ({
  page,
  openPage,
  world,
}) => {
  const member = await world.member()
  const link = linkOf(member.id, 'broadcast')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your emails' })).toBeVisible()
  await expect(answer(page)).toHaveText(
    'You get news from the community by email. Do you want to unsubscribe?',
  )
  await expectSoundPage(page)
  const account = await openPage({ as: member })
  await account.goto('/account/notifications')
  await expect(news(account)).toBeChecked()

  const unsubscribe = page.getByRole('button', { name: 'Unsubscribe' })
  await tabTo(unsubscribe)
  await page.keyboard.press('Enter')
  await expect(answer(page)).toHaveText('Done. You no longer get news from the community by email.')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await account.reload()
  await expect(news(account)).not.toBeChecked()

  await page.reload()
  await expect(answer(page)).toHaveText('You don’t get news from the community by email.')
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(answer(page)).toHaveText('You’ll get news from the community by email again.')
  await account.reload()
  await expect(news(account)).toBeChecked()
})

test('the one-click address for email programs leads a browser to the page that asks', async ({
  page,
  world,
}) => {
  const { id } = await world.member()
  const link = linkOf(id, 'weekly-digest')
  await page.goto(`/api${link}`)
  await expect(page).toHaveURL('/unsubscribe?link=opened')
  await expect(answer(page)).toHaveText('You don’t get the new stories of the week by email.')
})
