import { expect, expectSoundPage, test } from './fixtures.ts'

test('a newcomer finds an empty dashboard and the ways into the day', async ({
  page,
  context,
  world,
  signIn,
}) => {
  const member = await world.member({ anonymousUsername: 'First Light' })
  await world.story({ author: await world.member(), title: 'Of somebody else' })
  await signIn(context, member)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, First Light')
  await expect(page.getByText("You haven't shared any stories yet.")).toBeVisible()
  await expect(
    page.getByText('No purchases yet. Explore our products to get started!'),
  ).toBeVisible()
  await expect(page.getByText('Of somebody else')).toHaveCount(0)
  for (const secret of [member.username, member.email]) {
    await expect(page.getByText(secret)).toHaveCount(0)
  }
  await expectSoundPage(page)
  await page.getByRole('link', { name: "Start Today's Flow" }).click()
  await expect(page).toHaveURL('/flow')
})

test('a member who joined today finds three steps for their first morning', async ({
  page,
  context,
  openPage,
  world,
  signIn,
}) => {
  await signIn(context, await world.member({ createdAt: new Date() }))
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Your first morning' }).getByRole('listitem')
  await expect(steps).toHaveText([/Share how you feel/, /Read today’s word/, /Take one small step/])
  await expectSoundPage(page)
  await steps.last().getByRole('link').click()
  await expect(page).toHaveURL('/flow?tab=faith')

  const other = await openPage({ as: await world.member() })
  await other.goto('/dashboard')
  await expect(other.getByText('Daily Actions List')).toBeVisible()
  await expect(other.getByText('Your first morning')).toHaveCount(0)
})

test('own stories stand four to a page, newest first, and a returned one says why', async ({
  page,
  context,
  world,
  signIn,
}) => {
  const author = await world.member()
  for (const title of ['First', 'Second', 'Third', 'Fourth']) {
    await world.story({ author, title: `${title} step` })
  }
  await world.story({ author, title: 'Waiting step', status: 'pending' })
  const returned = await world.story({
    author,
    title: 'Returned step',
    status: 'rejected',
    rejectionReason: 'Please leave out the name of your neighbor.',
  })
  await signIn(context, author)
  await page.goto('/dashboard')
  const titles = page
    .getByRole('main')
    .getByRole('listitem')
    .locator('a')
    .filter({ hasText: 'step' })
  await expect(titles).toHaveText(['Returned step', 'Waiting step', 'Fourth step', 'Third step'])
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Please leave out the name of your neighbor.')
  await expect(rows.nth(1)).toContainText('For Approval')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expectSoundPage(page)

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(titles).toHaveText(['Second step', 'First step'])
  await expect(page).toHaveURL('/dashboard?page=2')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await expect(titles).toHaveText(['Second step', 'First step'])
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(titles).toHaveCount(4)
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard?page=2')
  await expect(titles).toHaveText(['Second step', 'First step'])
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit and submit again' }).click()
  await expect(page).toHaveURL(`/flow?story=${returned}`)
  await expect(page.getByText('This story needs a change')).toBeVisible()
})

test('a page past the last one of a list leads to the last one', async ({
  page,
  context,
  world,
  signIn,
}) => {
  const author = await world.member()
  for (let count = 1; count <= 5; count++) await world.story({ author, title: `Step ${count}` })
  const productId = await world.product({ title: 'Five quiet mornings' })
  await world.purchase({ member: author, productId })
  await signIn(context, author)
  await page.goto('/dashboard?page=99&purchases=99')
  await expect(page).toHaveURL('/dashboard?page=2')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Step 1' })).toBeVisible()
  await expect(page.getByText('Five quiet mornings')).toBeVisible()
})
