import { bought, openResources, productCard } from '#web/testing/shop.ts'
import { expect, expectSoundPage, expectToast, onEmptySite } from './fixtures.ts'
import { buy, dayText, expectThanks, test } from './shop-steps.ts'

onEmptySite()

test('a subscription is canceled and resumed, fails, ends and begins again', {
  tag: '@journey',
}, async ({ page, member, shop }) => {
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
  await expect(row.getByText(`Renews on ${until}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage billing' })).toHaveCount(0)
  await row.getByRole('button', { name: `Manage subscription: ${title}` }).click()
  const question = page.getByRole('alertdialog', { name: `Manage ${title}` })
  await expect(question).toContainText(
    `It renews on ${until}. If you cancel, you keep access until`,
  )
  await expect(question).toContainText('You can resume it until then at no cost.')
  await page.setViewportSize({ width: 375, height: 812 })
  const [keep, cancel] = await Promise.all([
    question.getByRole('button', { name: 'Keep it' }).boundingBox(),
    question.getByRole('button', { name: 'Cancel subscription' }).boundingBox(),
  ])
  expect(keep?.y).toBeLessThan(cancel?.y ?? 0)
  await expectSoundPage(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Manage subscription: ${title}` }).click()
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

  await shop.failRenewal(member, title)
  const failed = await shop.purchase(member, title, { status: 'past_due', hasAccess: true })
  await page.reload()
  await expect(row.getByText('Payment failed', { exact: true })).toBeVisible()
  await expect(
    row.getByText(`You have access until ${dayText(failed.accessUntil)} while`),
  ).toBeVisible()

  await row.getByRole('button', { name: `Manage subscription: ${title}` }).click()
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectToast(page, 'Subscription canceled successfully')
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
