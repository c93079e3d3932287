import { expect, test } from '#web/testing/page-test.ts'
import { openInApp } from '#web/testing/steps.ts'

const MEMBERSHIP = 'Spiritual Business Membership'

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin/products')
  await expect(page).not.toHaveURL(/admin/)
})

test('a failed request can be retried', async ({ page, world, signIn }) => {
  await signIn(await world.admin())
  const calls = /\/api\/admin\/(products|orders|subscribers|revenue|payments-health)(\?|$)/
  for (const [path, name, shown] of [
    ['products', 'Existing Products', MEMBERSHIP],
    ['orders', 'Revenue by month', 'Net revenue (after refunds)'],
    ['orders', 'Orders', 'Opening, searching and exporting'],
    ['orders', 'Payment service', 'Payments are handled by'],
    ['subscribers', 'Subscribers', 'Members with access come first'],
  ] as const) {
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
    await openInApp(page, `/admin/${path}`)
    const region = page.getByRole('region', { name, exact: true })
    const retry = region.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await page.unroute(calls)
    await retry.click()
    await expect(retry).toHaveCount(0)
    await expect(region.getByText(shown).first()).toBeVisible()
  }
})

test('a product has a page, which says so if there is none and leads back to the list', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/products')
  await page.getByRole('link', { name: `Edit: ${MEMBERSHIP}` }).click()
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/)
  const form = page.getByRole('region', { name: 'Edit product' })
  await expect(form.getByLabel('Title')).toHaveValue(MEMBERSHIP)
  await form.getByLabel('Price').fill('7,5')
  await form.getByRole('button', { name: 'Update Product' }).click()
  await expect(
    form.getByText('Invalid price format. Use digits and a point: 7.50', { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'All products' }).click()
  await expect(page.getByRole('region', { name: 'Existing Products' })).toBeVisible()
  await page.getByRole('link', { name: `Edit: ${MEMBERSHIP}` }).click()
  await expect(form.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect(form.getByLabel('Price')).toHaveValue('7,5')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/admin/products')

  for (const id of ['999999', 'x']) {
    await page.goto(`/admin/products/${id}`)
    await expect(page.getByText(/^There’s no such product\./)).toBeVisible()
  }
})

test('a new product stands last, and its page can be opened directly', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/products/new')
  const form = page.getByRole('region', { name: 'Add New Product' })
  await expect(form.getByLabel('Order')).toHaveValue('1')
  await form.getByLabel('Title').fill('Last of all')
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue('Last of all')
  await form.getByRole('button', { name: 'Clear form' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear form' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('')
})

test('while no payment service is connected, what is sold says that nobody is charged', async ({
  adminPage: page,
  signIn,
  world,
}) => {
  for (const path of ['products', 'orders', 'subscribers', 'till']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByText('These are test payments. Nobody is charged.')).toBeVisible()
    const link = page.getByRole('link', { name: 'Connect a payment service' })
    await expect(link).toHaveAttribute('href', '/admin/connections')
  }
  await signIn(await world.admin({ rights: ['treasurer'] }))
  await page.goto('/admin/orders')
  await expect(
    page.getByText('An administrator with the right Team can connect a payment service.'),
  ).toBeVisible()
})
