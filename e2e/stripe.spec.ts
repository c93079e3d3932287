import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TEST_MS } from '#server/testing/limits.ts'
import type { TestSubscription } from '#server/testing/providers/stripe-objects.ts'
import type { StripeTestServer } from '#server/testing/providers/stripe-server.ts'
import { bought, openResources, PDF, productCard, type Shop } from '#web/testing/shop.ts'
import { test as base, expect, expectSoundPage, expectToast } from './fixtures.ts'
import { dayText, expectThanks, shopOf } from './shop-steps.ts'
import { type StripeSite, startStripeSite } from './stripe-site.ts'

const test = base.extend<object, { stripeSite: StripeSite; stripe: StripeTestServer; shop: Shop }>({
  stripeSite: [
    async ({ siteName: _ }, use) => {
      const stripeSite = await startStripeSite()
      await use(stripeSite)
      await stripeSite.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  stripe: [async ({ stripeSite }, use) => use(stripeSite.stripe), { scope: 'worker' }],
  site: [async ({ stripeSite }, use) => use(stripeSite.site), { scope: 'worker' }],
  shop: [
    async ({ site, world }, use) => {
      await use(shopOf(site, await world.admin()))
    },
    { scope: 'worker' },
  ],
})
// This site's server uses a test server with Stripe's API.
test.use({ siteName: 'stripe' })

/** Goes from the store to the payment provider's page. */
async function goToStripe(page: Page, title: string): Promise<void> {
  await openResources(page)
  await productCard(page, title)
    .getByRole('button', { name: /^(Buy|Subscribe): / })
    .click()
  await expectStripe(page, title)
}

async function expectStripe(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/c\/pay\/cs_/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** The only subscription, as stored at Stripe. */
function subscriptionAt({ account }: StripeTestServer, ref: string | null): TestSubscription {
  const subscription = account.subscriptions.get(ref ?? '')
  if (!subscription) throw new Error(`Stripe knows no ${ref}.`)
  return subscription
}

test('a resource is paid for at Stripe, confirmed and downloaded', async ({
  page,
  member,
  shop,
  stripe,
}) => {
  const title = 'Seven Quiet Mornings'
  await shop.product({ title, price: '12.5', withFile: true })
  await goToStripe(page, title)
  await expect(page.getByText('US$12.50')).toBeVisible()
  const checkout = page.url()
  await page.getByRole('button', { name: 'Pay with a card without money' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Purchase Canceled' })).toBeVisible()
  expect(await shop.purchases(member)).toEqual([])

  await goToStripe(page, title)
  expect(page.url()).toBe(checkout)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectThanks(page)
  await page.getByRole('link', { name: 'To my dashboard' }).click()
  const row = bought(page, title)
  await expect(row.getByText('Owned')).toBeVisible()
  const waiting = page.waitForEvent('download')
  await row.getByRole('link', { name: `Download: ${title}` }).click()
  expect(await readFile(await (await waiting).path(), 'utf8')).toBe(PDF)
  await row.getByRole('button', { name: `Receipt: ${title}` }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()

  const [intent] = [...stripe.account.intents.values()]
  stripe.account.refund(intent?.id ?? '')
  await shop.purchase(member, title, { hasAccess: false, isRefunded: true, digitalFileUrl: null })
  await page.goto('/dashboard')
  await expect(row.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(row.getByText('Your payment was refunded, so you don’t have access.')).toBeVisible()
  await expect(row.getByRole('link', { name: `Download: ${title}` })).toHaveCount(0)
  // Stripe got the email address, but nothing that connects it to a pseudonym.
  const sent = stripe.received.map(({ form }) => form.toString()).join()
  expect(sent).toContain(encodeURIComponent(member.email))
  for (const secret of [member.username, member.anonymousUsername]) {
    expect(decodeURIComponent(sent)).not.toContain(secret)
  }
})

test('a subscription at Stripe fails, is paid, is canceled and resumed, ends and begins again', async ({
  page,
  member,
  shop,
  stripe,
}) => {
  test.slow()
  const title = 'Morning Letters'
  await shop.product({ title, price: '4.00', productType: 'subscription' })
  await goToStripe(page, title)
  await expect(page.getByText('US$4.00 per month')).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expectThanks(page)
  const { subscriptionId, accessUntil } = await shop.purchase(member, title, { status: 'active' })
  const ref = subscriptionId ?? ''
  const until = dayText(accessUntil)
  await page.getByRole('link', { name: 'To my dashboard' }).click()
  const row = bought(page, title)
  await expect(row.getByText(`Renews on ${until}.`)).toBeVisible()

  stripe.account.failRenewal(ref)
  await shop.purchase(member, title, { status: 'past_due', hasAccess: true })
  await page.reload()
  await expect(row.getByText('Payment failed', { exact: true })).toBeVisible()
  stripe.account.renew(ref)
  const renewed = await shop.purchase(member, title, { status: 'active' })
  expect(new Date(renewed.accessUntil ?? 0) > new Date(accessUntil ?? 0)).toBe(true)
  await page.reload()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard')

  await row.getByRole('button', { name: `Manage subscription: ${title}` }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectToast(page, 'Subscription canceled successfully')
  await expect(row.getByText('Canceled')).toBeVisible()
  expect(subscriptionAt(stripe, ref).cancel_at_period_end).toBe(true)
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expectToast(page, 'Subscription resumed successfully')
  expect(subscriptionAt(stripe, ref).cancel_at_period_end).toBe(false)
  await shop.purchase(member, title, { status: 'active', canCancel: true })

  stripe.account.cancelOnPortal(ref)
  await shop.purchase(member, title, { status: 'canceled', hasAccess: true, canResume: true })
  await page.reload()
  await expect(row.getByText(/^Access until .* It won’t renew\.$/)).toBeVisible()
  stripe.account.endPeriod(ref)
  await shop.purchase(member, title, { status: 'canceled', hasAccess: false, canRenew: true })
  await page.reload()
  await expect(row.getByText('Access ended on')).toBeVisible()
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expectStripe(page, title)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expectThanks(page)
  await page.getByRole('link', { name: 'To my dashboard' }).click()
  await expect(row).toHaveCount(2)
  await expect(row.first().getByText('Active', { exact: true })).toBeVisible()
  const anew = await shop.purchase(member, title, { status: 'active', hasAccess: true })
  expect(anew.subscriptionId).not.toBe(ref)
  const customers = [...stripe.account.customers.values()]
  expect(customers.filter(({ email }) => email === member.email)).toHaveLength(1)
})

test('a bank debit at Stripe arrives later, and until then the purchase is not confirmed', async ({
  page,
  member,
  shop,
  stripe,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const payFromBank = async (title: string): Promise<string> => {
    await shop.product({ title, price: '9.00' })
    await goToStripe(page, title)
    const sessionRef = page.url().split('/').at(-1) ?? ''
    await page.getByRole('button', { name: 'Pay from a bank account' }).click()
    await expect(page.getByRole('heading', { name: 'Confirming Your Purchase' })).toBeVisible()
    return sessionRef
  }
  const title = 'A Slow Payment'
  await page.clock.install()
  const slow = await payFromBank(title)
  // The page may not yet have begun to wait when its first text is seen.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    const late = page.getByRole('heading', { name: 'Your Payment Is on Its Way' })
    await expect(late).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText('Please don’t pay again.')).toBeVisible()
  await expectSoundPage(page)
  const success = page.url()
  expect(await shop.purchases(member)).toEqual([])
  await openResources(page)
  await productCard(page, title).getByRole('button', { name: 'Buy' }).click()
  await expectToast(page, 'Checkout Error')
  stripe.account.settleDebit(slow)
  await page.goto(success)
  await expectThanks(page)
  await shop.purchase(member, title, { hasAccess: true })

  const second = 'A Payment That Comes Back'
  const returned = await payFromBank(second)
  stripe.account.failDebit(returned)
  await expect(page.getByRole('heading', { name: 'Your Payment Did Not Go Through' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the resources' }).click()
  await expect(productCard(page, second).getByRole('button', { name: 'Buy' })).toBeVisible()
})

test('administrators see that Stripe handles payments and that its events arrive', async ({
  site,
  stripe,
  world,
}) => {
  const { cookie } = await world.admin()
  // Even an event of an unused type shows that events arrive.
  stripe.account.emit('customer.created', { object: 'customer', id: 'cus_of_somebody' })
  const health = async (): Promise<unknown> => {
    const headers = { Cookie: cookie }
    return (await fetch(`${site.url}/api/admin/payments-health`, { headers })).json()
  }
  await expect.poll(health).toMatchObject({
    provider: 'stripe',
    webhookUrl: `${site.url}/api/webhooks/stripe`,
    lastEventType: 'customer.created',
  })
  expect(site.output()).not.toContain('purchases are tests')
})
