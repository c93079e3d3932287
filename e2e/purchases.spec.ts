import { expect, expectSoundPage, expectToast, onEmptySite } from './fixtures.ts'
import {
  bought,
  buy,
  dayText,
  expectThanks,
  openResources,
  productCard,
  purchasesCard,
  test,
} from './shop-steps.ts'

onEmptySite()

test('a subscription is canceled and resumed, fails, renews, ends and begins again', async ({
  page,
  member,
  shop,
}) => {
  test.slow()
  const title = 'Morning Letters'
  await shop.product({ title, price: '4.00', productType: 'subscription' })
  await buy(page, title)
  await expect(page.getByText(`Your subscription to ${title} has started.`)).toBeVisible()
  await openResources(page)
  await expect(productCard(page, title).getByText('Subscribed')).toBeVisible()

  const { accessUntil } = await shop.purchase(member, title, { status: 'active' })
  const until = dayText(accessUntil)
  const row = bought(page, title)
  await page.goto('/dashboard')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByText(`Access until ${until}, when it renews.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage billing' })).toHaveCount(0)
  await row.getByRole('button', { name: `Cancel: ${title}` }).click()
  const question = page.getByRole('alertdialog', { name: `Cancel ${title}?` })
  await expect(question).toContainText(`You keep access until ${until}.`)
  await expect(question).toContainText('you can resume it until then at no cost.')
  await expectSoundPage(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Cancel: ${title}` }).click()
  await question.getByRole('button', { name: 'Cancel subscription' }).dblclick()
  await expectToast(page, 'Subscription canceled successfully')
  await expect(row.getByText('Canceled')).toBeVisible()
  await expect(row.getByText(`Access until ${until}. It won’t renew.`)).toBeVisible()
  await expect(row.getByRole('button', { name: `Renew: ${title}` })).toBeFocused()

  await row.getByRole('button', { name: `Renew: ${title}` }).dblclick()
  await expectToast(page, 'Subscription resumed successfully')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await shop.purchase(member, title, { status: 'active', canCancel: true })

  await shop.play(member, title, 'fail-renewal')
  const failed = await shop.purchase(member, title, { status: 'past_due', hasAccess: true })
  await page.reload()
  await expect(row.getByText('Payment failed', { exact: true })).toBeVisible()
  await expect(
    row.getByText(`You have access until ${dayText(failed.accessUntil)} while`),
  ).toBeVisible()

  await shop.play(member, title, 'renew')
  await shop.purchase(member, title, { status: 'active' })
  await page.reload()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()

  await shop.play(member, title, 'end-period')
  await shop.purchase(member, title, { status: 'canceled', hasAccess: false, canRenew: true })
  await page.reload()
  await expect(row.getByText('Canceled')).toBeVisible()
  await expect(row.getByText('Access ended on')).toBeVisible()
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expect(page).toHaveURL(/\/till\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectThanks(page)
  await page.getByRole('link', { name: 'To my dashboard' }).click()
  await expect(row).toHaveCount(2)
  await expect(row.first().getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Renew: ${title}` })).toHaveCount(0)
})

test('purchases can be used only by their buyer', async ({ page, shop, world, signIn }) => {
  const [file, letters] = ['Only Mine', 'My Letters']
  await shop.product({ title: file, price: '1.00', withFile: true })
  await shop.product({ title: letters, price: '1.00', productType: 'subscription' })
  const [owner, stranger] = [await world.member(), await world.member()]
  await signIn(owner)
  for (const title of [file, letters]) await buy(page, title)
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

test('refusals say what happened and undo optimistic changes', async ({
  page,
  member,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const title = 'Letters That Stumble'
  await shop.product({ title, price: '2.00', productType: 'subscription' })
  const refuse = (pattern: string): Promise<unknown> =>
    page.route(pattern, (route) => {
      const message = 'We can’t reach the payment provider right now.'
      const body = { message, error: message, code: 'provider_unavailable', requestId: 'none' }
      return route.fulfill({ status: 503, json: body })
    })
  const close = () => page.getByRole('button', { name: 'Close' }).click()

  await openResources(page)
  await refuse('**/api/create-checkout-session')
  const subscribe = productCard(page, title).getByRole('button', { name: `Subscribe: ${title}` })
  await subscribe.click()
  await expectToast(page, 'Checkout Error', 'We can’t reach the payment provider right now.')
  await expect(subscribe).toBeEnabled()
  await expect(subscribe).not.toHaveAttribute('aria-busy')
  await page.unroute('**/api/create-checkout-session')

  await buy(page, title)
  await page.goto('/dashboard')
  const row = bought(page, title)
  await refuse('**/api/subscriptions/**')
  await row.getByRole('button', { name: `Cancel: ${title}` }).click()
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

  await shop.play(member, title, 'end-period')
  await shop.purchase(member, title, { canRenew: true })
  await page.reload()
  await expect(row.getByText('Access ended on')).toBeVisible()
  await refuse('**/api/create-checkout-session')
  await row.getByRole('button', { name: `Renew: ${title}` }).click()
  await expectToast(page, 'Error', 'Failed to start renewal process')
  await expect(row.getByRole('button', { name: `Renew: ${title}` })).toBeEnabled()
})

test('purchases are shown four per page, with the page in the address', async ({
  memberPage: page,
  shop,
}) => {
  test.slow()
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await shop.product({ title: `${name} Leaf`, price: '1.00' })
    await buy(page, `${name} Leaf`)
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

test('a member who paid but has no purchase can have the payments checked', async ({
  page,
  member,
  shop,
  site,
  world,
  signIn,
}) => {
  const title = 'Lost on the Way'
  await shop.product({ title, price: '6.00' })
  await buy(page, title)
  // As if no event had arrived: removed from the database, but not from the till.
  await site.db
    .updateTable('payment')
    .set({ purchaseId: null })
    .where('purchaseId', 'in', (eb) =>
      eb.selectFrom('purchase').select('purchaseId').where('memberId', '=', member.id),
    )
    .execute()
  await site.db.deleteFrom('purchase').where('memberId', '=', member.id).execute()
  await site.db
    .updateTable('checkout')
    .set({ status: 'open', finishedAt: null })
    .where('memberId', '=', member.id)
    .execute()
  const fresh = await world.session(member.id)
  await signIn({ ...member, cookie: fresh })
  await page.goto('/dashboard')
  const ask = page.getByRole('button', { name: 'Missing a purchase?' })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Missing a purchase?' })
  await expect(dialog.getByRole('listitem')).toContainText([title])
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(ask).toBeFocused()
  await expect(bought(page, title).getByText('Owned')).toBeVisible()
  await ask.click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect(await shop.purchases(member)).toHaveLength(1)
})
