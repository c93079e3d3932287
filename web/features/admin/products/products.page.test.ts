import { expect, test } from '#web/testing/page-test.ts'
import { openInApp } from '#web/testing/steps.ts'

const MEMBERSHIP = 'Spiritual Business Membership'

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin?tab=products')
  await expect(page).not.toHaveURL(/admin/)
})

test('a failed request can be retried', async ({ page, world, signIn }) => {
  await signIn(await world.admin())
  const calls = /\/api\/admin\/(products|orders|subscribers|revenue|payments-health)(\?|$)/
  for (const [part, name, shown] of [
    ['', 'Existing Products', MEMBERSHIP],
    ['&part=orders', 'Revenue by month', 'Net revenue (after refunds)'],
    ['&part=orders', 'Orders', 'Every payment'],
    ['&part=orders', 'Payment provider', 'Payments are handled by'],
    ['&part=subscribers', 'Subscribers', 'Members with access come first'],
  ] as const) {
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
    await openInApp(page, `/admin?tab=products${part}`)
    const region = page.getByRole('region', { name, exact: true })
    const retry = region.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await page.unroute(calls)
    await retry.click()
    await expect(retry).toHaveCount(0)
    await expect(region.getByText(shown).first()).toBeVisible()
  }
})
