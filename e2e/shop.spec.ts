import { readFile } from 'node:fs/promises'
import { bought, openResources, PDF, productCard } from '#web/testing/shop.ts'
import { expect, expectSoundPage, expectToast, onEmptySite, tabTo } from './fixtures.ts'
import { expectThanks, goToTill, test } from './shop-steps.ts'

const PHONE = { width: 375, height: 720 }

onEmptySite()

test('a resource with a file is bought, confirmed and downloaded', { tag: '@journey' }, async ({
  page,
  member,
  shop,
  expectedErrors,
}) => {
  const title = 'Seven Quiet Mornings'
  await shop.product({ title, price: '12.5', withFile: true })
  await openResources(page)
  await expect(productCard(page, title).getByText('$12.50', { exact: true })).toBeVisible()
  await expect(productCard(page, title).getByText('Includes a download')).toBeVisible()
  await expect(
    productCard(page, 'Spiritual Business Membership').getByText('$29.00 / month'),
  ).toBeVisible()
  await expect(productCard(page, title).getByRole('link', { name: 'Download' })).toHaveCount(0)

  await goToTill(page, title)
  await expect(page.getByText('It accepts no cards and charges no money.')).toBeVisible()
  await expect(page.getByText('$12.50', { exact: true })).toBeVisible()
  await expectSoundPage(page)
  // Confetti shows for only two seconds, so its appearance is recorded.
  await page.addInitScript(() => {
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some(({ nodeName }) => nodeName === 'CANVAS')) {
        document.documentElement.dataset.celebrated = ''
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/success\?checkout=[\w-]{36}$/)
  await expect(page.locator('html[data-celebrated]')).toHaveCount(1)
  await expectThanks(page)
  await expect(page.getByText(`${title} is yours.`)).toBeVisible()
  const thanked = page.waitForEvent('download')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Download: ${title}` })
    .click()
  expect((await thanked).suggestedFilename()).toBe('workbook.pdf')
  await expect(page.locator('canvas')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute(
    'href',
    '/',
  )
  await expectSoundPage(page)

  await page.getByRole('link', { name: 'To my dashboard' }).click()
  const row = bought(page, title)
  await expect(row.getByText('Owned')).toBeVisible()
  await expect(row.getByText('$12.50')).toBeVisible()
  await expectSoundPage(page)
  const waiting = page.waitForEvent('download')
  await row.getByRole('link', { name: `Download: ${title}` }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('workbook.pdf')
  expect(await readFile(await download.path(), 'utf8')).toBe(PDF)

  expectedErrors.push(/status of 404 .*\/download/)
  const sentence = 'You do not have access to this file.'
  await page.route('**/api/purchases/*/download', (route) =>
    route.fulfill({ status: 404, json: { message: sentence, code: 'not_found' } }),
  )
  await row.getByRole('link', { name: `Download: ${title}` }).click()
  await expectToast(page, 'Failed to download', sentence)
  await page.unroute('**/api/purchases/*/download')

  await row.getByRole('button', { name: `Receipt: ${title}` }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: title })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '$12.50' })).toBeVisible()
  for (const secret of [member.email, member.username, member.anonymousUsername]) {
    await expect(page.getByText(secret)).toHaveCount(0)
  }
  await expectSoundPage(page)

  await openResources(page)
  await expect(productCard(page, title).getByText('Owned')).toBeVisible()
  await expect(productCard(page, title).getByRole('link', { name: 'Download' })).toBeVisible()
  await expect(productCard(page, title).getByRole('button', { name: 'Buy' })).toHaveCount(0)
})

test('a declined or canceled payment is not charged, and the checkout can be reopened', async ({
  page,
  member,
  shop,
}) => {
  const title = 'A Walk at Noon'
  await shop.product({ title, price: '3.00' })
  await goToTill(page, title)
  const till = page.url()
  await page.getByRole('button', { name: 'Simulate a decline' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was paid')
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Purchase Canceled' })).toBeVisible()
  await expect(page.getByText('No charges have been made')).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('link', { name: 'Return to Community' }).click()
  await expect(page).toHaveURL('/flow')
  expect(await shop.purchases(member)).toEqual([])

  await goToTill(page, title)
  expect(page.url()).toBe(till)
  await page.goBack()
  const button = productCard(page, title).getByRole('button', { name: `Buy: ${title}` })
  await expect(button).toBeEnabled()
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.goForward()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectThanks(page)
  await page.goBack()
  await expect(page.getByText(`${title} is already paid.`)).toBeVisible()
  await page.getByRole('link', { name: 'Go back to the site' }).click()
  await expectThanks(page)
  expect(await shop.purchases(member)).toHaveLength(1)
})

test('a double click and a second tab buy once', async ({ page, member, context, shop, site }) => {
  const title = 'Bread for the Road'
  const productId = await shop.product({ title, price: '5.00' })
  const other = await context.newPage()
  for (const tab of [page, other]) await openResources(tab)
  const buttonOf = (tab: typeof page) =>
    productCard(tab, title).getByRole('button', { name: `Buy: ${title}` })
  await Promise.all([buttonOf(page).dblclick(), buttonOf(other).click()])
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/till\//)
  expect(page.url()).toBe(other.url())
  const payIn = (tab: typeof page) => tab.getByRole('button', { name: 'Pay', exact: true })
  // A tab that loads after the other has paid has no such button, so both must be loaded first.
  for (const tab of [page, other]) await expect(payIn(tab)).toBeVisible()
  await Promise.all([payIn(page).dblclick(), payIn(other).dblclick()])
  for (const tab of [page, other]) await expectThanks(tab)
  const wayOn = page.getByRole('link', { name: 'To my dashboard' })
  // On a slow machine, the second click reaches the page that follows the till.
  await wayOn.dispatchEvent('click', { detail: 2 })
  await expectThanks(page)
  await wayOn.click()
  await expect(page).toHaveURL('/dashboard')

  expect(await shop.purchases(member)).toHaveLength(1)
  const checkouts = site.db
    .selectFrom('checkout')
    .where('memberId', '=', member.id)
    .where('productId', '=', productId)
  expect(await checkouts.selectAll().execute()).toHaveLength(1)
  const paid = await checkouts
    .innerJoin('tillSession', 'tillSession.checkoutId', 'checkout.checkoutId')
    .innerJoin('tillRecord', 'tillRecord.sessionRef', 'tillSession.sessionRef')
    .innerJoin('tillPayment', 'tillPayment.tillRecordId', 'tillRecord.tillRecordId')
    .select('tillPayment.paymentRef')
    .execute()
  expect(paid).toHaveLength(1)
})

test('the button is no longer busy when the page returns from the back/forward cache', async ({
  memberPage: page,
  shop,
}) => {
  const title = 'There and Back'
  await shop.product({ title, price: '2.00' })
  await openResources(page)
  // An address on the same page, so that the page isn't left.
  await page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({ json: { url: `${page.url()}#elsewhere` } }),
  )
  const button = productCard(page, title).getByRole('button', { name: `Buy: ${title}` })
  const others = productCard(page, 'Spiritual Business Membership').getByRole('button')
  await button.click()
  await expect(page).toHaveURL(/#elsewhere$/)
  await Promise.all([
    expect(button).toHaveAttribute('aria-busy', 'true'),
    expect(others).toBeDisabled(),
  ])
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(others).toBeEnabled()
})

test('the till says if a checkout is over or doesn’t exist', async ({
  page,
  member,
  shop,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/till\/(nothing-here|sessions\/)/, /status of 409/)
  const title = 'Too Late'
  await shop.product({ title, price: '1.00' })
  await goToTill(page, title)
  await site.db
    .updateTable('tillSession')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('sessionRef', '=', page.url().split('/').at(-1) ?? '')
    .execute()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This checkout has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back to the site' }).click()
  await expect(page.getByText('No charges have been made')).toBeVisible()
  expect(await shop.purchases(member)).toEqual([])
  await page.goto('/till/nothing-here')
  await expect(page.getByRole('heading', { name: 'No such checkout' })).toBeVisible()
  await expectSoundPage(page)
})

test('buying works on a phone and by keyboard alone', async ({ openPage, shop, world }) => {
  const title = 'By Hand'
  const description = `${'A long way with many quiet words. '.repeat(12)}</p><p>Its <a href="https://example.org">end</a>.`
  await shop.product({ title, price: '3.00', description, withFile: true })
  const page = await openPage({ viewport: PHONE, as: await world.member() })
  await openResources(page)
  const more = productCard(page, title).getByRole('button', { name: `Read more about ${title}` })
  await productCard(page, 'Spiritual Business Membership').getByRole('button').focus()
  await tabTo(productCard(page, title).getByRole('link', { name: 'end' }))
  await expect(more).toHaveCount(0)
  const less = productCard(page, title).getByRole('button', { name: `Read less about ${title}` })
  await tabTo(less)
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
  await tabTo(productCard(page, title).getByRole('button', { name: `Buy: ${title}` }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/till\//)
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()
  await tabTo(pay)
  await page.keyboard.press('Enter')
  await expectThanks(page)
  await tabTo(page.getByRole('link', { name: 'To my dashboard' }))
  await page.keyboard.press('Enter')
  await expect(bought(page, title).getByText('Owned')).toBeVisible()
})
