import { expect } from '#web/testing/page-test.ts'
import { bought, openResources, productCard, purchasesCard } from '#web/testing/shop.ts'
import { test } from '#web/testing/shop-steps.ts'
import { expectToast, openInApp } from '#web/testing/steps.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

test('purchases can be used only by their buyer', async ({ shop, world }) => {
  const [file, letters] = ['Only Mine', 'My Letters']
  await shop.product({ title: file, price: '1.00', withFile: true })
  await shop.product({ title: letters, price: '1.00', productType: 'subscription' })
  const [owner, stranger] = [await world.member(), await world.member()]
  for (const title of [file, letters]) await shop.buy(owner, title)
  const { id, digitalFileUrl } = await shop.purchase(owner, file, { hasAccess: true })
  const { subscriptionId } = await shop.purchase(owner, letters, { status: 'active' })

  const path = `/api/purchases/${id}/download`
  expect(digitalFileUrl).toBe(path)
  expect(await shop.statusOf(owner, 'GET', path)).toBe(302)
  expect(await shop.statusOf(stranger, 'GET', path)).toBe(404)
  expect(await shop.statusOf(stranger, 'GET', `/api/purchases/${id}/receipt`)).toBe(404)
  for (const action of ['cancel', 'resume']) {
    const call = `/api/subscriptions/${subscriptionId}/${action}`
    expect(await shop.statusOf(stranger, 'POST', call), action).toBe(404)
  }
  expect(await shop.purchases(stranger)).toEqual([])
})

test('refusals say what happened and undo optimistic changes', async ({ page, member, shop }) => {
  const title = 'Letters That Stumble'
  await shop.product({ title, price: '2.00', productType: 'subscription' })
  const refuse = (pattern: string): Promise<unknown> =>
    page.route(pattern, (route) => {
      const message = 'We can’t reach the payment service right now.'
      const body = { message, error: message, code: 'provider_unavailable', requestId: 'none' }
      return route.fulfill({ status: 503, json: body })
    })
  const close = () => page.getByRole('button', { name: 'Close' }).click()

  await openResources(page)
  await refuse('**/api/create-checkout-session')
  const subscribe = productCard(page, title).getByRole('button', { name: `Subscribe: ${title}` })
  await subscribe.click()
  await expectToast(page, 'Checkout Error', 'We can’t reach the payment service right now.')
  await expect(subscribe).toBeEnabled()
  await expect(subscribe).not.toHaveAttribute('aria-busy')
  await page.unroute('**/api/create-checkout-session')

  await shop.buy(member, title)
  await page.goto('/dashboard')
  const row = bought(page, title)
  await refuse('**/api/subscriptions/**')
  await row.getByRole('button', { name: `Manage subscription: ${title}` }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectToast(page, 'Failed to cancel subscription')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await close()
  await page.unroute('**/api/subscriptions/**')

  const { subscriptionId } = await shop.purchase(member, title, { status: 'active' })
  await shop.statusOf(member, 'POST', `/api/subscriptions/${subscriptionId}/cancel`)
  await page.reload()
  await refuse('**/api/subscriptions/**')
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expectToast(page, 'Failed to resume subscription')
  await expect(row.getByText('Canceled')).toBeVisible()
  await expect(row.getByRole('button', { name: `Renew: ${title}` })).toBeVisible()
  await close()

  // Canceled while its payment is due, so that it ends now.
  await shop.statusOf(member, 'POST', `/api/subscriptions/${subscriptionId}/resume`)
  await shop.failRenewal(member, title)
  await shop.statusOf(member, 'POST', `/api/subscriptions/${subscriptionId}/cancel`)
  await shop.purchase(member, title, { canRenew: true })
  await page.reload()
  await expect(row.getByText('Access ended on')).toBeVisible()
  await refuse('**/api/create-checkout-session')
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expectToast(page, 'Error', 'Failed to start renewal process')
  await expect(row.getByRole('button', { name: `Renew: ${title}` })).toBeEnabled()
})

test('purchases are shown four per page, with the page in the address', async ({
  page,
  member,
  shop,
}) => {
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await shop.product({ title: `${name} Leaf`, price: '1.00' })
    await shop.buy(member, `${name} Leaf`)
  }
  await page.goto('/dashboard')
  const titles = purchasesCard(page).getByText(/ Leaf$/)
  await expect(titles).toHaveText(['Fifth Leaf', 'Fourth Leaf', 'Third Leaf', 'Second Leaf'])
  await purchasesCard(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/dashboard?purchases=2')
  await expect(titles).toHaveText(['First Leaf'])
  await page.reload()
  await expect(titles).toHaveText(['First Leaf'])
  await expect(purchasesCard(page).getByRole('button', { name: 'Next' })).toBeDisabled()
  await purchasesCard(page).getByRole('button', { name: 'Previous' }).click()
  await expect(titles).toHaveCount(4)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard?purchases=2')
  await expect(titles).toHaveText(['First Leaf'])
})

test('a canceled subscription is renewed from the store', async ({ page, member, shop }) => {
  const title = 'Evening Letters'
  await shop.product({ title, price: '4.00', productType: 'subscription' })
  await shop.buy(member, title)
  const { subscriptionId } = await shop.purchase(member, title, { status: 'active' })
  expect(await shop.statusOf(member, 'POST', `/api/subscriptions/${subscriptionId}/cancel`)).toBe(
    200,
  )
  await openResources(page)
  await productCard(page, title)
    .getByRole('button', { name: `Renew: ${title}` })
    .click()
  await expectToast(page, 'Subscription resumed successfully')
  await expect(productCard(page, title).getByText('Subscribed')).toBeVisible()
})

test('the store and the purchases card show their error and empty states', async ({
  memberPage: page,
}) => {
  for (const path of ['**/api/products', '**/api/purchases?*']) {
    await page.route(path, (route) => route.abort())
  }
  const store = page.getByRole('region', { name: 'Resources For Your Journey' })
  await openInApp(page, '/flow?tab=faith')
  await expect(store.getByText('We could not reach the server.')).toBeVisible()
  await page.unroute('**/api/products')
  await store.getByRole('button', { name: 'Retry' }).click()
  await expect(productCard(page, 'Spiritual Business Membership')).toBeVisible()
  await page.route('**/api/products', (route) => route.fulfill({ json: [] }))
  await openInApp(page, '/flow?tab=faith')
  await expect(store.getByText('There are no resources yet.')).toBeVisible()

  await openInApp(page, '/dashboard')
  await expect(purchasesCard(page).getByText('We could not reach the server.')).toBeVisible()
  await page.unroute('**/api/purchases?*')
  await purchasesCard(page).getByRole('button', { name: 'Retry' }).click()
  await expect(
    page.getByText('No purchases yet. Explore our products to get started!'),
  ).toBeVisible()
  await page.unroute('**/api/products')
  await page.getByRole('link', { name: 'Explore our products' }).click()
  await expect(page).toHaveURL('/resources')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Resources For Your Journey' }),
  ).toBeFocused()
  await expect(productCard(page, 'Spiritual Business Membership')).toBeVisible()
})

test('the pages after a checkout claim nothing that the server hasn’t confirmed', async ({
  page,
  shop,
  world,
  signIn,
}) => {
  const title = 'A Private Matter'
  await shop.product({ title, price: '5.00' })
  const link = new URL(await shop.buy(await world.member(), title), page.url()).search

  await page.goto(`/success${link}`)
  await expect(page.getByRole('heading', { name: 'Sign In to See Your Purchase' })).toBeVisible()
  await expect(page.getByText('Thank You')).toHaveCount(0)
  await expect(page.getByText(title)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent(`/success${link}`)}`,
  )

  await signIn(await world.member())
  for (const search of ['', link, `?checkout=${NOBODY}`, '?checkout=x', '?checkout=12']) {
    await page.goto(`/success${search}`)
    await expect(page.getByRole('heading', { name: 'We Can’t Find This Purchase' })).toBeVisible()
    await expect(page.getByText('Thank You')).toHaveCount(0)
    await expect(page.getByText(title)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'To my dashboard' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Missing a purchase?' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(
    'The payment service has no payments from you',
  )
  await page.goto('/cancel')
  await expect(page.getByRole('heading', { name: 'Purchase Canceled' })).toBeVisible()
})

test('a product that another tab has subscribed to is not sold again', async ({
  page,
  member,
  shop,
}) => {
  const title = 'Weekly Psalm'
  await shop.product({ title, price: '2.00', productType: 'subscription' })
  await openResources(page)
  const button = productCard(page, title).getByRole('button', { name: `Subscribe: ${title}` })
  await expect(button).toBeVisible()
  // The page may refetch on its own when it becomes visible.
  await page.route('**/api/products', (route) => route.abort())
  await shop.buy(member, title)
  await button.click()
  await expectToast(
    page,
    'Already Subscribed',
    'You already have an active subscription for this product.',
  )
  await page.unroute('**/api/products')
  await page.reload()
  await expect(productCard(page, title).getByText('Subscribed')).toBeVisible()
})
