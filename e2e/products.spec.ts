import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { TestMember } from '#server/testing/population.ts'
import { openResources, PDF, productCard, type Shop } from '#web/testing/shop.ts'
import { test as base, expect, expectSoundPage, onEmptySite, tabTo } from './fixtures.ts'
import { shopOf } from './shop-steps.ts'
import type { Site } from './site.ts'
import { expectToast } from './story-steps.ts'

const MEMBERSHIP = 'Spiritual Business Membership'

const test = base.extend<{ shop: Shop }>({
  shop: async ({ site, world }, use) => use(shopOf(site, await world.admin())),
})
// An empty site, because its orders and revenue are counted.
onEmptySite()

function addForm(page: Page): Locator {
  return page.getByRole('region', { name: 'Add New Product' })
}

function card(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Existing Products' })
    .getByRole('article', { name: title })
}

async function openProducts(page: Page): Promise<void> {
  await page.goto('/admin/products')
  await expect(card(page, MEMBERSHIP)).toBeVisible()
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: /^(New|Continue new) product$/ }).click()
  const form = addForm(page)
  await expect(form.getByRole('textbox', { name: 'Description' })).toBeVisible()
  return form
}

/** Chooses a file for a form's file input with this name. */
async function choose(
  form: Locator,
  name: 'imageUrl' | 'digitalFileUrl',
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await form.locator(`input[name=${name}]`).setInputFiles(file)
}

async function png(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 640, height: 360, channels: 3, background: '#0f5c5b' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  return { name: 'cover.png', mimeType: 'image/png', buffer }
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(PDF),
})

/** Buys at the test till without a page, with the calls of a member's browser. */
async function buyAtTill(site: Site, member: TestMember, productId: number): Promise<void> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(site.url + path, {
      method: 'POST',
      headers: { Cookie: member.cookie, Origin: site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return answer.json()
  }
  // The type from the contract.
  const { url } = (await post('/api/create-checkout-session', { productId })) as { url: string }
  const session = new URL(url, site.url).pathname.split('/').at(-1)
  await post(`/api/till/sessions/${session}`, { action: 'pay' })
}

test('a product is created with image and file; invalid input and failures keep the form', {
  tag: '@journey',
}, async ({ adminPage: page, openPage, world, expectedErrors }) => {
  test.slow()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page).toHaveURL('/admin/products')
  const form = await openForm(page)
  const create = form.getByRole('button', { name: 'Create Product' })
  await expect(form.getByLabel('Type')).toHaveValue('one_time')
  await expect(form.getByLabel('Order')).toHaveValue('1')
  await create.click()
  for (const sentence of ['Title is required', 'Description is required', 'Price is required']) {
    await expect(form.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectSoundPage(page)

  await form.getByLabel('Title').fill('Quiet Mornings')
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Seven slow pages.')
  await form.getByLabel('Price').fill('12.505')
  await form.getByLabel('Order').fill('-3')
  await create.click()
  await expect(form.getByText('Invalid price format')).toBeVisible()
  await expect(form.getByLabel('Price')).toBeFocused()
  await form.getByLabel('Price').fill('12.5')

  // Wrong files: checked by name in the form and by content on the server.
  await choose(form, 'imageUrl', pdf('cover.pdf'))
  await expect(form.getByText('Choose a PNG, JPEG, WebP, AVIF or GIF image.')).toBeVisible()
  await choose(form, 'digitalFileUrl', { ...pdf('page.html'), mimeType: 'text/html' })
  await expect(form.getByText('Choose a PDF, ZIP, MP3 or MP4 file.')).toBeVisible()
  await choose(form, 'imageUrl', await png())
  await expect(form.getByRole('img', { name: 'Preview of the selected file' })).toBeVisible()
  await expect(form.getByText(/^Chosen: cover\.png, \d+ KB$/)).toBeVisible()
  await choose(form, 'digitalFileUrl', {
    name: 'workbook.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<!doctype html><p>Not a PDF.</p>'),
  })
  expectedErrors.push(/status of 415 .*\/api\/admin\/products\)$/)
  await create.click()
  const refusal = 'This file type can’t be sold here. Choose a PDF, ZIP, MP3 or MP4 file.'
  await expect(form.locator('input[name=digitalFileUrl]')).toBeFocused()
  await expectToast(page, `Error${refusal}`)
  await expect(form.locator('p[id$=error]')).toHaveText(refusal)

  // With the server unreachable, everything but the digital file survives, even a reload.
  await choose(form, 'digitalFileUrl', pdf('workbook.pdf'))
  await expect(form.getByText('Chosen: workbook.pdf, 1 KB')).toBeVisible()
  expectedErrors.push(/api\/admin\/products/)
  await page.route('**/api/admin/products', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await create.click()
  await expectToast(page, 'We could not reach the server')
  await expect(form.getByText('Nothing was lost. Your entries are still here.')).toBeVisible()
  await expect(form.getByText('Chosen: workbook.pdf, 1 KB')).toBeVisible()
  await page.unroute('**/api/admin/products')
  await page.route('**/api/admin/products', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  )
  await create.click()
  await expectToast(page, 'ErrorFailed to create product')
  await page.unroute('**/api/admin/products')
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveText('Seven slow pages.')
  await expect(form.getByLabel('Title')).toHaveValue('Quiet Mornings')
  await expect(form.getByLabel('Price')).toHaveValue('12.5')
  await expect(form.getByLabel('Order')).toHaveValue('-3')
  await expect(form.getByRole('img', { name: 'Preview of the selected file' })).toBeVisible()

  await choose(form, 'digitalFileUrl', pdf('workbook.pdf'))
  await create.click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL('/admin/products')
  await expectToast(page, 'Product created successfully')
  const entry = card(page, 'Quiet Mornings')
  await expect(entry.getByText('Order: -3')).toBeVisible()
  await expect(entry.getByText('Seven slow pages.')).toBeVisible()
  await expect(entry.getByText('$12.50', { exact: true })).toBeVisible()
  await expect(entry.getByText('One-time Purchase')).toBeVisible()
  await expect(entry.locator('img')).toHaveAttribute('src', /^\/api\/products\/images\//)
  const file = entry.getByRole('link', { name: 'Digital file: workbook.pdf, 1 KB' })
  const answer = await page.request.get(String(await file.getAttribute('href')))
  expect(await answer.text()).toBe(PDF)
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Quiet Mornings')
  await expectSoundPage(page)

  // A product without a price asks for it; a draft doesn't need one.
  await openForm(page)
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveText('')
  await expect(form.getByText(/^Chosen/)).toHaveCount(0)
  await form.getByLabel('Title').fill('Unfinished Evenings')
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Later.')
  await form.getByLabel('Price').fill('0')
  await create.click()
  const asking = page.getByRole('alertdialog', { name: 'Offer it for free?' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Save as draft' }).click()
  await expectToast(page, 'Draft saved')
  const draft = card(page, 'Unfinished Evenings')
  await expect(draft.getByText('Unpublished', { exact: true })).toBeVisible()

  const member = await openPage({ as: await world.member() })
  await openResources(member)
  await expect(productCard(member, 'Quiet Mornings')).toBeVisible()
  await expect(productCard(member, 'Unfinished Evenings')).toHaveCount(0)
})

test('lists and tables of other programs are pasted as lists and lines', async ({
  adminPage: page,
  expectedErrors,
}) => {
  // Chromium also reports what the editor parses, before it is removed.
  expectedErrors.push(/^Executing inline event handler violates .* has been blocked/)
  await openProducts(page)
  const form = await openForm(page)
  const editor = form.getByRole('textbox', { name: 'Description' })
  await editor.click()
  await paste(editor, 'text/html', await copiedFrom('pasted-word-list'))
  await expect(editor.locator(':scope > ul > li > p')).toHaveText('Blankets')
  await expect(editor.locator('ul ul > li')).toHaveText('two large')
  await expect(editor.locator(':scope > ol > li')).toHaveText('Soup')
  await expect(editor).not.toContainText('·')

  await empty(editor)
  await paste(editor, 'text/html', await copiedFrom('pasted-timetable'))
  await expect(editor.locator('p')).toHaveText([
    'Sunday – 10:00 – Service',
    'Wednesday – 19:30 – Prayer',
  ])

  await empty(editor)
  await paste(editor, 'text/plain', 'Bring:\n• Blankets\n• Soup')
  await expect(editor.locator('li')).toHaveText(['Blankets', 'Soup'])

  const nested = `${'<ul><li>'.repeat(100)}<script>alert(1)</script><img src=x onerror=alert(1)>words${'</li></ul>'.repeat(100)}`
  await empty(editor)
  await paste(editor, 'text/html', nested)
  await expect(editor).toHaveText('words')
  await expect(editor.locator('img, script')).toHaveCount(0)
})

async function copiedFrom(name: string): Promise<string> {
  return await readFile(join(import.meta.dirname, `../server/domain/${name}.html.txt`), 'utf8')
}

async function empty(editor: Locator): Promise<void> {
  await editor.press('ControlOrMeta+A')
  await editor.press('Backspace')
}

async function paste(editor: Locator, type: string, text: string): Promise<void> {
  await editor.evaluate(
    (element, [format, content]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(format, content)
      const init = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', init))
    },
    [type, text] as const,
  )
}

test('an upload shows its progress and can be stopped; leaving asks first', async ({
  adminPage: page,
  context,
  expectedErrors,
}) => {
  test.slow()
  await openProducts(page)
  const form = await openForm(page)
  await form.getByLabel('Title').fill('Long listening')
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('An hour of rest.')
  await form.getByLabel('Price').fill('5')
  const buffer = Buffer.alloc(3_000_000)
  buffer.write(PDF)
  await choose(form, 'digitalFileUrl', { ...pdf('rest.pdf'), buffer })
  await expect(form.getByText('Chosen: rest.pdf, 2.9 MB')).toBeVisible()
  expectedErrors.push(/api\/admin\/products/)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    // Five minutes for the file, long enough for all checks meanwhile.
    uploadThroughput: 10_000,
  })
  await form.getByRole('button', { name: 'Create Product' }).click()
  const bar = form.getByRole('progressbar', { name: 'Uploading files' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(form.getByText(/^Uploading: \d+%$/)).toBeVisible()
  await expect(form.getByLabel('Title')).toBeDisabled()

  await page.getByRole('link', { name: 'Trivia', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/admin/products/new')
  await form.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(form.getByText('Upload canceled')).toBeVisible()
  await expect(form.getByText('Chosen: rest.pdf, 2.9 MB')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Long listening')

  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Product created successfully')
  await expect(card(page, 'Long listening')).toHaveCount(1)
  await expect(
    card(page, 'Long listening').getByRole('link', { name: 'Digital file: rest.pdf, 2.9 MB' }),
  ).toBeVisible()
})

test('a product is edited: its price changes; its files are kept, removed or replaced', async ({
  adminPage: page,
  openPage,
  shop,
  world,
}) => {
  test.slow()
  await shop.product({ title: 'Evening Pages', price: '8', withFile: true })
  await openProducts(page)
  const edit = page.getByRole('link', { name: 'Edit: Evening Pages' })
  await edit.click()
  const form = page.getByRole('region', { name: 'Edit product' })
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveText('Seven quiet pages.')
  await expect(form.getByLabel('Title')).toHaveValue('Evening Pages')
  await expect(form.getByLabel('Price')).toHaveValue('8.00')
  await expect(form.getByText('A new price applies to new buyers.')).toBeVisible()
  await expect(form.getByRole('link', { name: /workbook\.pdf/ })).toBeVisible()
  await expectSoundPage(page)

  // Typed text survives leaving the page, unless it is canceled.
  await form.getByLabel('Price').fill('9')
  await page.getByRole('link', { name: 'All products' }).click()
  await expect(edit).toBeVisible()
  await edit.click()
  await expect(form.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect(form.getByLabel('Price')).toHaveValue('9')
  await form.getByRole('button', { name: 'Undo changes' }).click()
  await expect(form.getByLabel('Price')).toHaveValue('8.00')

  await form.getByLabel('Price').fill('9.25')
  await form.getByLabel('Type').selectOption('Monthly Subscription')
  await choose(form, 'imageUrl', await png())
  await form.getByRole('button', { name: 'Update Product' }).click()
  await expectToast(page, 'Product updated successfully')
  await expect(form).toHaveCount(0)
  const entry = card(page, 'Evening Pages')
  await expect(entry.getByText('$9.25 / month')).toBeVisible()
  await expect(entry.getByText('Monthly Subscription')).toBeVisible()
  await expect(entry.locator('img')).toHaveAttribute('src', /^\/api\/products\/images\//)
  await expect(entry.getByRole('link', { name: /workbook\.pdf/ })).toBeVisible()
  const member = await openPage({ as: await world.member() })
  await openResources(member)
  await expect(productCard(member, 'Evening Pages').getByText('$9.25 / month')).toBeVisible()

  await edit.click()
  await form.getByRole('button', { name: 'Remove file' }).click()
  await expect(form.getByText('The file will be removed when you save.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Keep file' })).toBeFocused()
  await form.getByRole('button', { name: 'Update Product' }).click()
  await expectToast(page, 'Product updated successfully')
  await expect(entry.getByRole('link', { name: /workbook\.pdf/ })).toHaveCount(0)
  await expect(entry.locator('img')).toHaveAttribute('src', /^\/api\/products\/images\//)
})

test('a sold product keeps its type and its file, and says why', async ({
  adminPage: page,
  site,
  shop,
  world,
}) => {
  const title = 'Sold Pages'
  const id = await shop.product({ title, price: '3', withFile: true })
  const buyer = await world.member()
  await buyAtTill(site, buyer, id)
  await shop.purchase(buyer, title, { hasAccess: true })
  await openProducts(page)
  await expect(card(page, title).getByText('One-time Purchase · 1 member owns it')).toBeVisible()
  await page.getByRole('link', { name: `Edit: ${title}` }).click()
  const form = page.getByRole('region', { name: 'Edit product' })
  await expect(form.getByLabel('Type')).toHaveAttribute('readonly')
  await expect(form.getByLabel('Type')).toHaveValue('One-time Purchase')
  await expect(form.getByText(/so its type can’t change/)).toBeVisible()
  await expect(form.getByText(/so you can replace it but not remove it/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Remove file' })).toHaveCount(0)
  await choose(form, 'digitalFileUrl', pdf('second-edition.pdf'))
  await form.getByLabel('Price').fill('4')
  await form.getByRole('button', { name: 'Update Product' }).click()
  await expectToast(page, 'Product updated successfully')
  await expect(card(page, title).getByRole('link', { name: /second-edition\.pdf/ })).toBeVisible()
  await expect(card(page, title).getByText('$4.00')).toBeVisible()
  expect(await shop.purchases(buyer)).toMatchObject([{ title, price: '3.00' }])
})

test('products are unpublished and published, also by keyboard; the membership asks first', async ({
  adminPage: page,
  openPage,
  shop,
  world,
  expectedErrors,
}) => {
  test.slow()
  const title = 'Noon Pages'
  await shop.product({ title, price: '2' })
  const member = await openPage({ as: await world.member() })
  await openResources(member)
  await expect(productCard(member, title)).toBeVisible()
  await openProducts(page)
  const entry = card(page, title)
  await entry.getByRole('button', { name: `Unpublish: ${title}` }).click()
  await expectToast(page, 'Product unpublished successfully')
  await expect(entry.getByText('Unpublished')).toBeVisible()
  await openResources(member)
  await expect(productCard(member, MEMBERSHIP)).toBeVisible()
  await expect(productCard(member, title)).toHaveCount(0)

  expectedErrors.push(/toggle-publish/)
  await page.route('**/toggle-publish', (route) => route.fulfill({ status: 500, body: '' }))
  await entry.getByRole('button', { name: `Publish: ${title}` }).click()
  await expectToast(page, 'ErrorFailed to toggle product visibility')
  await expect(entry.getByText('Unpublished')).toBeVisible()
  await page.unroute('**/toggle-publish')
  const publish = entry.getByRole('button', { name: `Publish: ${title}` })
  await expect(publish).not.toHaveAttribute('aria-busy')
  await publish.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Product published successfully')
  await openResources(member)
  await expect(productCard(member, title)).toBeVisible()

  const membership = card(page, MEMBERSHIP)
  await expect(membership.getByText('Membership', { exact: true })).toBeVisible()
  await membership.getByRole('button', { name: /^Unpublish/ }).click()
  const question = page.getByRole('alertdialog', { name: `Unpublish “${MEMBERSHIP}”?` })
  await expect(question).toContainText('opens the live coaching room')
  await expectSoundPage(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(membership.getByRole('button', { name: /^Unpublish/ })).toBeFocused()
  await membership.getByRole('button', { name: /^Unpublish/ }).click()
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expectToast(page, 'Product unpublished successfully')
  await membership.getByRole('button', { name: /^Publish/ }).click()
  await expectToast(page, 'Product published successfully')
})

test('orders, revenue, subscribers and the provider are shown before and after purchases', async ({
  adminPage: page,
  context,
  site,
  shop,
  world,
}) => {
  test.slow()
  const [once, monthly] = ['Ledger of Rest', 'Monthly Letter']
  const onceId = await shop.product({ title: once, price: '40' })
  const monthlyId = await shop.product({
    title: monthly,
    price: '7.5',
    productType: 'subscription',
  })
  const buyer = await world.member()
  const subscriber = await world.member()
  await page.goto('/admin/orders')
  const revenue = page.getByRole('region', { name: 'Revenue by month' })
  const before = await revenueNow(page)
  await buyAtTill(site, buyer, onceId)
  await buyAtTill(site, subscriber, monthlyId)
  await shop.purchase(buyer, once, { hasAccess: true })
  await shop.purchase(subscriber, monthly, { hasAccess: true })

  await page.reload()
  const orders = page.getByRole('region', { name: 'Orders' })
  const refunded = orders.getByRole('listitem').filter({ hasText: once })
  const refund = refunded.getByRole('button', { name: /^Refund \$40\.00/ })
  await expect(refund).toBeHidden()
  await refunded.getByText(once).click()
  await refund.click()
  const dialog = page.getByRole('alertdialog', { name: 'Refund $40.00?' })
  await expect(dialog).toContainText('The buyer loses access and downloads right away.')
  await dialog.getByRole('button', { name: 'Refund $40.00' }).dblclick()
  await expectToast(page, 'Refunded')
  await expect(dialog).toHaveCount(0)
  await shop.purchase(buyer, once, { isRefunded: true, hasAccess: false })
  await expect(refunded).toContainText(buyer.email)
  await expect(refunded).toContainText('$40.00')
  await expect(refunded).toContainText(/Refunded\s*\$40\.00/)
  await expect(refunded).toContainText('Refunded')
  const paid = orders.getByRole('listitem').filter({ hasText: monthly })
  await expect(paid).toContainText(subscriber.email)
  await expect(paid).toContainText('$7.50')
  await expect(paid).toContainText('Paid')
  const { paymentRef } = await site.db
    .selectFrom('payment')
    .innerJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .select('paymentRef')
    .where('checkout.productId', '=', monthlyId)
    .executeTakeFirstOrThrow()
  await expect(paid.getByText(paymentRef)).toBeHidden()
  await paid.getByText(monthly).click()
  await expect(paid.getByText(paymentRef)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(subscriber.email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(orders.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(orders.getByText('No orders found')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await expect(paid).toBeVisible()
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  const csv = await readFile(await (await exported).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFF?Date /),
    expect.stringContaining(`${subscriber.email},${monthly},Subscription,USD,7.50,0.00,paid,`),
  ])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(refunded).toBeVisible()
  for (const { anonymousUsername } of [buyer, subscriber]) {
    await expect(page.locator('body')).not.toContainText(anonymousUsername)
  }

  await expect(
    revenue.getByRole('img', { name: /^Revenue of the last twelve months/ }),
  ).toBeVisible()
  // The heading, and the only month with payments.
  await expect(revenue.getByRole('row')).toHaveCount(2)
  // The refunded payment does not count; the subscription does.
  expect(await revenueNow(page)).toBeCloseTo(before + 7.5, 2)
  await expectSoundPage(page)

  const health = page.getByRole('region', { name: 'Payment service' })
  await health
    .getByText(/^Last report from the payment service (now|\d+ (second|minute)s? ago)/)
    .click()
  await expect(health.getByRole('textbox', { name: 'Webhook address' })).toHaveValue(
    `${site.url}/api/webhooks/stripe`,
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await health.getByRole('button', { name: 'Copy webhook address' }).click()
  await expectToast(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${site.url}/api/webhooks/stripe`,
  )

  await site.db
    .updateTable('purchase')
    .set({ state: 'paused', accessUntil: new Date(0) })
    .where('productId', '=', monthlyId)
    .execute()
  await health.getByRole('button', { name: 'Compare now' }).click()
  await expectToast(page, '1 difference found and fixed.')
  const found = health.getByRole('list', { name: 'Differences found' })
  await expect(found.getByRole('listitem')).toContainText([
    `“${monthly}” was paused here and active at the payment service.`,
  ])
  await expect(found.getByText('Fixed')).toBeVisible()
  await expect(health.getByText(/^Last compared/)).toBeVisible()
  await shop.purchase(subscriber, monthly, { hasAccess: true })
  await health.getByRole('button', { name: 'Compare now' }).click()
  await expectToast(page, 'Everything matches.')

  await page.getByRole('link', { name: 'Subscribers' }).click()
  await expect(page).toHaveURL('/admin/subscribers')
  const row = page
    .getByRole('region', { name: 'Subscribers', exact: true })
    .getByRole('listitem')
    .filter({ hasText: monthly })
  await expect(row).toContainText(subscriber.email)
  await expect(row).toContainText('Active')
  await row.getByText(monthly).click()
  await expect(row.getByText('$7.50 / month')).toBeVisible()
  await expect(row.getByRole('button', { name: /^End subscription/ })).toBeVisible()
  await expect(row).toContainText(/Renews \w+ \d+, \d{4}/)
  await expectSoundPage(page)
  await page.goBack()
  await expect(orders).toBeVisible()

  await page.getByRole('link', { name: 'Test payments' }).click()
  await expect(page).toHaveURL('/admin/till')
  const sold = page.getByRole('listitem').filter({ hasText: subscriber.email })
  await sold.getByRole('button', { name: 'Simulate a failed renewal' }).click()
  await expectToast(page, 'Simulated a failed renewal')
  await expect(sold.getByText('past due')).toBeVisible()
  await expect(sold.getByRole('button')).toHaveCount(0)
  await expectSoundPage(page)
})

test('on a phone, a new product begins with its title, price and type', async ({
  openPage,
  world,
}) => {
  const viewport = { width: 375, height: 812 }
  const page = await openPage({ as: await world.admin(), viewport, hasTouch: true })
  await page.goto('/admin/products/new')
  for (const name of ['Title', 'Price', 'Type']) {
    await expect(page.getByLabel(name, { exact: true })).toBeInViewport({ ratio: 1 })
  }
})

/** The current month's revenue in the chart's table, in dollars; 0 if there is no chart. */
async function revenueNow(page: Page): Promise<number> {
  const revenue = page.getByRole('region', { name: 'Revenue by month' })
  const nothing = revenue.getByText('No payments in the last twelve months.')
  const table = revenue.locator('table')
  await expect(nothing.or(table)).toBeAttached()
  if (await nothing.isVisible()) return 0
  const text = await table.locator('tbody tr').first().locator('td').first().textContent()
  return Number(text?.replace(/[$,]/g, ''))
}

test('the parts are opened and a product is edited by keyboard alone', async ({
  adminPage: page,
  shop,
}) => {
  await shop.product({ title: 'Dawn Pages', price: '1' })
  await openProducts(page)
  const lists = page.getByRole('navigation', { name: 'Lists' })
  await tabTo(lists.getByRole('link', { name: 'Orders' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit: Dawn Pages' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'Edit product' })
  await expect(form.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await tabTo(form.getByLabel('Title'))
  await page.keyboard.type('Dawn Pages, revised')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Product updated successfully')
  await expect(card(page, 'Dawn Pages, revised')).toBeVisible()

  await page.getByRole('button', { name: 'Change order' }).focus()
  await page.keyboard.press('Enter')
  const order = page.getByRole('dialog', { name: 'Change order' })
  const rows = order.getByRole('listitem')
  await expect(rows.first()).not.toContainText('Dawn Pages')
  const up = order.getByRole('button', { name: 'Move up: Dawn Pages, revised' })
  await up.focus()
  for (let left = await rows.count(); left > 1; left--) await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Dawn Pages, revised')
  await expect(up).toBeFocused()
  await expect(order.getByRole('status')).toHaveText(/^“Dawn Pages, revised” is number 1 of \d+\.$/)
  // Drag it by its handle to the end and back.
  const drag = async (row: Locator, place: Locator): Promise<void> => {
    const [from, to] = [await row.boundingBox(), await place.boundingBox()]
    if (!from || !to) throw new Error('The rows are not drawn.')
    await page.mouse.move(from.x + 20, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + to.height / 2 + (to.y > from.y ? 2 : -2), { steps: 4 })
    await page.mouse.up()
  }
  await drag(rows.first(), rows.last())
  await expect(rows.last()).toContainText('Dawn Pages, revised')
  await drag(rows.last(), rows.first())
  await expect(rows.first()).toContainText('Dawn Pages, revised')
  await order.getByRole('button', { name: 'Save order' }).click()
  await expectToast(page, 'Order saved')
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Dawn Pages, revised')
})

test('an administrator who edits or unpublishes a product that a colleague changed is told, and loses nothing', async ({
  adminPage: page,
  openPage,
  shop,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 .*\/api\/admin\/products\//)
  await shop.product({ title: 'Two Hands', price: '4.00' })
  const other = await openPage({ as: await world.admin() })
  for (const each of [page, other]) {
    await openProducts(each)
    await each.getByRole('link', { name: 'Edit: Two Hands' }).click()
  }
  const mine = page.getByRole('region', { name: 'Edit product' })
  const theirs = other.getByRole('region', { name: 'Edit product' })
  await theirs.getByLabel('Price').fill('5')
  await mine.getByLabel('Price').fill('6')
  await theirs.getByRole('button', { name: 'Update Product' }).click()
  await expectToast(other, 'Product updated successfully')

  const save = mine.getByRole('button', { name: 'Update Product' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'This was changed meanwhile' })
  await expect(question.getByRole('region', { name: 'Yours' })).toContainText('6')
  await expect(question.getByRole('region', { name: 'The newer one' })).toContainText('5')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(mine).toHaveCount(0)
  await expect(card(page, 'Two Hands').getByText('$6.00')).toBeVisible()
  await expect(page.locator('[data-toasts]')).toContainText('Product updated successfully')

  const press = (each: Page): Promise<void> =>
    card(each, 'Two Hands')
      .getByRole('button', { name: /^Unpublish/ })
      .click()
  await press(other)
  await expectToast(other, 'Product unpublished successfully')
  await press(page)
  await expectToast(page, 'Error“Two Hands” was already unpublished by another administrator.')
  await expect(card(page, 'Two Hands').getByText('Unpublished')).toBeVisible()
})
