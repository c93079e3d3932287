import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

test('a member without content sees an empty dashboard with links to the day’s practice', async ({
  page,
  world,
  signIn,
}) => {
  const member = await world.member({ anonymousUsername: 'First Light', createdAt: LONG_AGO })
  await world.story({ author: await world.member(), title: 'Of somebody else' })
  await signIn(member)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, First Light')
  await expect(page.getByText("You haven't shared any stories yet.")).toBeVisible()
  await expect(
    page.getByText('No purchases yet. Explore our products to get started!'),
  ).toBeVisible()
  await expect(card(page, 'Waiting for you')).toHaveCount(0)
  await expect(card(page, 'Your first morning')).toHaveCount(0)
  await expect(page.getByText('Of somebody else')).toHaveCount(0)
  for (const secret of [member.username, member.email]) {
    await expect(page.getByText(secret)).toHaveCount(0)
  }
  await page.getByRole('link', { name: "Start Today's Flow" }).click()
  await expect(page).toHaveURL('/flow')
})

function card(page: TestPage, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

test('today comes first: its next step and the week, then purchases, stories and the live room', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member({ createdAt: LONG_AGO }))
  await page.goto('/dashboard')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'Mood & Gratitude',
    'Your week',
    'My Purchases & Subscriptions',
    'Recent Stories',
    'Live Coaching',
  ])
  await expect(card(page, 'Your week').getByRole('listitem')).toHaveCount(7)
  await card(page, 'Your week').getByRole('link', { name: 'Check off an action' }).click()
  await expect(page).toHaveURL('/flow?tab=faith')
})

test('parts that cannot be loaded say so, each with its own Retry', async ({
  memberPage: page,
}) => {
  const parts = /\/api\/(daily|daily-actions\/week|notifications|moods|stories|purchases)(\?|$)/
  await page.route(parts, (route) => route.fulfill({ status: 500, body: '' }))
  // When opened from another page, the dashboard makes its own requests.
  await page.goto('/privacy-facts')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const names = ['Mood & Gratitude', 'Your week', 'Waiting for you']
  for (const name of names) {
    await expect(card(page, name).getByRole('button', { name: 'Retry' })).toBeVisible()
  }
  await page.unroute(parts)
  for (const name of names) await card(page, name).getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Mood & Gratitude').getByRole('radio')).toHaveCount(7)
  await expect(card(page, 'Your week').getByRole('listitem')).toHaveCount(7)
  await expect(card(page, 'Waiting for you')).toHaveCount(0)
})

test('each step says what failed, and can be left out until the day ends', async ({
  page,
  world,
  signIn,
}) => {
  await world.story({ author: await world.member(), title: 'Bread for the neighbors' })
  await signIn(await world.member({ createdAt: LONG_AGO }))
  const parts = /\/api\/(daily|daily-actions|first-morning)(\?|$)/
  await page.route(parts, (route) => route.fulfill({ status: 500, body: '' }))
  // When opened from another page, the dashboard makes its own requests.
  await page.goto('/privacy-facts')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await leaveOut(page, 'Mood & Gratitude')
  await expect(card(page, 'Mood & Gratitude')).toContainText('How are you today?')
  for (const step of ['Today’s verse', 'One small step']) {
    await expect(card(page, step).getByRole('button', { name: 'Retry' })).toBeVisible()
    await leaveOut(page, step)
  }
  const encourage = card(page, 'Encourage someone')
  await expect(encourage.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute(parts)
  await encourage.getByRole('button', { name: 'Retry' }).click()
  await expect(encourage.getByRole('link', { name: 'Read the story' })).toBeVisible()
  await leaveOut(page, 'Encourage someone')
  await expect(card(page, 'That is all for today')).toBeVisible()
})

async function leaveOut(page: TestPage, step: string): Promise<void> {
  await card(page, step).getByRole('button', { name: 'Not now' }).click()
}

test('what is done on other pages is done on the dashboard as well', async ({
  page,
  world,
  signIn,
}) => {
  const storyId = await world.story({ author: await world.member(), title: 'The long way home' })
  await signIn(await world.member({ createdAt: LONG_AGO }))
  await page.goto('/flow')
  await expect(page.getByRole('heading', { name: 'Daily WORD' })).toBeVisible()
  await page.goto('/dashboard')
  await leaveOut(page, 'Mood & Gratitude')
  await expect(card(page, 'One small step')).toBeVisible()
  await page.goto('/flow?tab=faith')
  await page.getByRole('checkbox', { name: /^Prayer/ }).click()
  await expect(page.getByText('Daily action completed!')).toBeVisible()
  await page.goto('/dashboard')
  await expect(card(page, 'Encourage someone')).toBeVisible()
  await page.goto(`/flow?story=${storyId}`)
  await page.getByLabel('Your reply').fill('Thank you for this.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Reply submitted successfully')).toBeVisible()
  await page.goto('/dashboard')
  await expect(card(page, 'That is all for today')).toBeVisible()
})

test('the day ends after the action if there is nobody to encourage', async ({
  page,
  site,
  world,
  signIn,
}) => {
  await site.db.deleteFrom('story').execute()
  const member = await world.member({ createdAt: LONG_AGO })
  await world.story({ author: member })
  await signIn(member)
  await page.goto('/dashboard')
  for (const step of ['Mood & Gratitude', 'Today’s verse', 'One small step']) {
    await leaveOut(page, step)
  }
  await expect(card(page, 'That is all for today')).toBeVisible()
})

test('whoever prayed for somebody today has encouraged somebody', async ({
  page,
  world,
  signIn,
}) => {
  await world.story({ author: await world.member() })
  await world.prayerRequest({ author: await world.member() })
  await signIn(await world.member({ createdAt: LONG_AGO }))
  await page.goto('/flow?tab=exit&list=prayer')
  const saved = page.waitForCall('POST')
  await page.getByRole('button', { name: 'I prayed' }).click()
  await saved
  await page.goto('/dashboard')
  for (const step of ['Mood & Gratitude', 'Today’s verse', 'One small step']) {
    await leaveOut(page, step)
  }
  await expect(card(page, 'That is all for today')).toBeVisible()
})

test('a newcomer’s steps are ticked when they are done on the dashboard itself', async ({
  page,
  world,
  signIn,
}) => {
  await world.story({ author: await world.member() })
  await signIn(await world.member({ createdAt: new Date() }))
  await page.goto('/dashboard')
  const steps = card(page, 'Your first morning').getByRole('listitem')
  await expect(steps.nth(0)).not.toContainText('Done')
  await card(page, 'Mood & Gratitude').getByRole('radio', { name: 'Peace' }).click()
  await card(page, 'Mood & Gratitude').getByRole('button', { name: 'Share' }).click()
  await expect(steps.nth(0)).toContainText('Done')
  await leaveOut(page, 'Today’s verse')
  await card(page, 'One small step')
    .getByRole('checkbox', { name: /^Prayer/ })
    .click()
  await expect(steps.nth(1)).toContainText('Done')
  await card(page, 'Encourage someone').getByRole('button', { name: 'Send a heart' }).click()
  await expect(card(page, 'That is all for today')).toBeVisible()
  await expect(card(page, 'Your first morning')).toHaveCount(0)
})

test('a newcomer can close the three steps for good', async ({ page, world, signIn }) => {
  await signIn(await world.member({ createdAt: new Date() }))
  await page.goto('/dashboard')
  const first = card(page, 'Your first morning')
  await first.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(first).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(card(page, 'Your week').getByRole('listitem')).toHaveCount(7)
  await expect(first).toHaveCount(0)
})

test('the member’s own stories are shown four per page, newest first, and a returned one says why', async ({
  page,
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
  await signIn(author)
  await page.goto('/dashboard')
  const titles = card(page, 'Recent Stories')
    .getByRole('listitem')
    .locator('a')
    .filter({ hasText: 'step' })
  await expect(titles).toHaveText(['Returned step', 'Waiting step', 'Fourth step', 'Third step'])
  const rows = card(page, 'Recent Stories').getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Please leave out the name of your neighbor.')
  await expect(rows.nth(1)).toContainText('For Approval')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()

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

test('a page number past the end of a list leads to the last page', async ({
  page,
  world,
  signIn,
}) => {
  const author = await world.member()
  for (let count = 1; count <= 5; count++) await world.story({ author, title: `Step ${count}` })
  const productId = await world.product({ title: 'Five quiet mornings' })
  await world.purchase({ member: author, productId })
  await signIn(author)
  await page.goto('/dashboard?page=99&purchases=99')
  await expect(page).toHaveURL('/dashboard?page=2')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Step 1' })).toBeVisible()
  await expect(page.getByText('Five quiet mornings')).toBeVisible()
})
