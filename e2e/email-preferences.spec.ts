import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { MailingKind } from '#contract/email.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { unsubscribeToken } from '#server/features/email/preferences-service.ts'
import { test as base, expect, expectSoundPage, expectToast, openInApp, tabTo } from './fixtures.ts'
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
    { scope: 'worker', timeout: 150_000 },
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
  await account.goto('/account')
  await expect(news(account)).toBeChecked()

  const unsubscribe = page.getByRole('button', { name: 'Unsubscribe' })
  await tabTo(unsubscribe)
  await page.keyboard.press('Enter')
  await expect(answer(page)).toHaveText('Done. You no longer get news from the community by email.')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expectSoundPage(page)
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
  await expect(page).toHaveURL(link)
  await expect(answer(page)).toHaveText('You don’t get the new stories of the week by email.')
})

test('a broken link says so and leads to the account', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404 /)
  await page.goto('/unsubscribe?token=AQIDBAUGBwgJ')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete or isn’t from us.')
  await expectSoundPage(page)
  await page.goto('/unsubscribe')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  await page.getByRole('link', { name: 'Choose your emails in your account' }).click()
  await expect(page).toHaveURL(/\/auth\?next=/)
})

test('an offline member sees an error and can retry', async ({ page, world, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  const { id } = await world.member()
  await page.route('**/api/unsubscribe?*', (route) => route.abort())
  await openInApp(page, linkOf(id, 'broadcast'))
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await page.unroute('**/api/unsubscribe?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})

test('email choices are saved at once, and a refused choice is undone', async ({
  page,
  member,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503 /)
  await site.db.updateTable('emailSettings').set({ dailyMessageOn: true }).execute()
  await page.goto('/account')
  const daily = page.getByRole('switch', { name: 'The Daily Message' })
  const weekly = page.getByRole('switch', { name: 'New stories of the week' })
  await expect(news(page)).toBeChecked()
  await expect(daily).not.toBeChecked()
  await expect(daily).toHaveAccessibleDescription('Every day, at the same hour in your time zone.')
  await expect(weekly).toHaveAccessibleDescription(
    'This isn’t being sent right now. Your choice will apply once it is.',
  )
  await expectSoundPage(page)
  // Three quick presses, all of which count.
  for (const choice of [news(page), daily, weekly]) await choice.click()
  await expect
    .poll(() =>
      site.db
        .selectFrom('mailingChoice')
        .select(['kind', 'isWanted'])
        .where('memberId', '=', member.id)
        .orderBy('kind')
        .execute(),
    )
    .toEqual([
      { kind: 'broadcast', isWanted: false },
      { kind: 'daily-message', isWanted: true },
      { kind: 'weekly-digest', isWanted: true },
    ])
  await page.reload()
  await expect(news(page)).not.toBeChecked()
  await expect(daily).toBeChecked()
  await expect(weekly).toBeChecked()

  const sentence = 'We are having trouble right now.'
  await page.route('**/api/email-preferences', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: sentence, code: 'provider_unavailable' } })
      : route.continue(),
  )
  await daily.click()
  await expectToast(page, 'Your choice was not saved', sentence)
  await expect(daily).toBeChecked()
  await expect(weekly).toBeChecked()
})

test('a member sees why these emails don’t arrive', async ({ openPage, site, world }) => {
  const unverified = await world.member({ emailVerified: false })
  const page = await openPage({ as: unverified })
  await page.goto('/account')
  await expect(page.getByText('Your address is not verified yet')).toBeVisible()
  await expectSoundPage(page)
  await site.db
    .insertInto('emailSuppression')
    .values({ email: unverified.email, cause: 'bounce' })
    .execute()
  await page.reload()
  await expect(page.getByText('We’ve stopped sending these emails to your address')).toBeVisible()
  await expectSoundPage(page)
})
