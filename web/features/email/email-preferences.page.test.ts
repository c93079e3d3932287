import type { Context } from '#server/context.ts'
import { unsubscribeToken } from '#server/features/email/preferences.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { expectToast, openInApp } from '#web/testing/steps.ts'

function linkOf({ keys }: Context, memberId: string): string {
  return `/unsubscribe?token=${unsubscribeToken(keys, { memberId, kind: 'broadcast' })}`
}

function news(page: TestPage): Locator {
  return page.getByRole('switch', { name: 'News from the community' })
}

test('a broken link says so and leads to the account', async ({ page }) => {
  await page.goto('/unsubscribe?token=AQIDBAUGBwgJ')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete or isn’t from us.')
  await page.goto('/unsubscribe')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  await page.getByRole('link', { name: 'Choose your emails in your account' }).click()
  await expect(page).toHaveURL(/\/auth\?next=/)
})

test('the link’s secret leaves the address bar, and a reload still knows it', async ({
  context,
  page,
  world,
}) => {
  const { id } = await world.member()
  await page.goto(linkOf(context, id))
  await expect(page).toHaveURL('/unsubscribe?link=opened')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('Done. You no longer get')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/unsubscribe?link=opened')
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByText('by email again.')).toBeVisible()
  // In another tab, the address alone opens nothing.
  await page.goto('/unsubscribe?link=opened')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})

test('an offline member sees an error and can retry', async ({ context, page, world }) => {
  const { id } = await world.member()
  await page.route('**/api/unsubscribe?*', (route) => route.abort())
  await openInApp(page, linkOf(context, id))
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await page.unroute('**/api/unsubscribe?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})

test('email choices are saved at once, and a refused choice is undone', async ({
  page,
  member,
  site,
}) => {
  const set = (row: { dailyMessageOn?: boolean; weeklyDigestOn?: boolean }) =>
    site.db.updateTable('emailSettings').set(row).execute()
  await set({ dailyMessageOn: true })
  await page.goto('/account/notifications')
  const daily = page.getByRole('switch', { name: 'The Daily Message' })
  const weekly = page.getByRole('switch', { name: 'New stories of the week' })
  await expect(news(page)).toBeChecked()
  await expect(daily).not.toBeChecked()
  await expect(daily).toHaveAccessibleDescription('Every day, at the same hour in your time zone.')
  // An email that the community doesn’t send is left out.
  await expect(weekly).toHaveCount(0)
  await set({ weeklyDigestOn: true })
  await page.reload()
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

test('a member sees why these emails don’t arrive', async ({ page, signIn, site, world }) => {
  const unverified = await world.member({ emailVerified: false })
  await signIn(unverified)
  await page.goto('/account/notifications')
  await expect(page.getByText('Your address is not verified yet')).toBeVisible()
  await site.db
    .insertInto('emailSuppression')
    .values({ email: unverified.email, cause: 'bounce' })
    .execute()
  await page.reload()
  await expect(page.getByText('We’ve stopped sending these emails to your address')).toBeVisible()
})
