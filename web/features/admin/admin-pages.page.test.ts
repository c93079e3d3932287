import { PRESETS } from '#contract/rights.ts'
import { expect, test } from '#web/testing/page-test.ts'

const NAVIGATION = [
  'Today',
  'Stories',
  'Active Stories',
  'Guidance',
  'Daily Content',
  'Users',
  'Settings',
  'Email',
  'Products',
  'Trivia',
  'Scheduled Emails',
  'Live room',
]

test('the navigation has the tabs of the specification with their labels, and every page has one title', async ({
  adminPage: page,
}) => {
  const nav = page.getByRole('navigation', { name: 'Administration' })
  await page.goto('/admin')
  await expect(nav.getByRole('link')).toHaveText(NAVIGATION.map((name) => new RegExp(`^${name}`)))
  for (const [address, title, area = title] of [
    ['/admin/stories', 'Stories'],
    ['/admin/reports', 'Reports', 'Stories'],
    ['/admin/second-looks', 'Second looks', 'Stories'],
    ['/admin/replies', 'First replies', 'Stories'],
    ['/admin/prayer', 'Prayer', 'Stories'],
    ['/admin/transcripts', 'Transcripts', 'Stories'],
    ['/admin/active-stories', 'Active Stories'],
    ['/admin/tags', 'Tags', 'Active Stories'],
    ['/admin/guidance', 'Guidance'],
    ['/admin/daily-content', 'Daily Content'],
    ['/admin/users', 'Users'],
    ['/admin/joining', 'Joining', 'Users'],
    ['/admin/team', 'Team', 'Users'],
    ['/admin/audit-log', 'Audit log', 'Users'],
    ['/admin/settings', 'Settings'],
    ['/admin/rule-numbers', 'House rules in numbers', 'Settings'],
    ['/admin/connections', 'Connections', 'Settings'],
    ['/admin/backups', 'Backups and health', 'Settings'],
    ['/admin/email', 'Email'],
    ['/admin/products', 'Products'],
    ['/admin/orders', 'Orders', 'Products'],
    ['/admin/subscribers', 'Subscribers', 'Products'],
    ['/admin/till', 'Test payments', 'Products'],
    ['/admin/business-words', 'Business words', 'Daily Content'],
    ['/admin/trivia', 'Trivia'],
    ['/admin/scheduled-emails', 'Scheduled Emails'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(new RegExp(`^${title} · Admin Dashboard · `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(nav.locator('[aria-current=page]')).toHaveText(new RegExp(`^${area}`))
    if (title === area) continue
    const lists = page.getByRole('navigation', { name: 'Lists' })
    await expect(lists.locator('[aria-current=page]')).toHaveText(new RegExp(`^${title}`))
  }
})

test('the page of one entry or of a file has one heading of level 1 and one way back', async ({
  page,
  signIn,
  site,
  world,
}) => {
  const member = await world.member()
  await signIn(await world.admin())
  const { triviaQuestionId } = await site.db
    .selectFrom('triviaQuestion')
    .select('triviaQuestionId')
    .executeTakeFirstOrThrow()
  const { productId, title } = await site.db
    .selectFrom('product')
    .select(['productId', 'title'])
    .executeTakeFirstOrThrow()
  for (const [address, name, back] of [
    [`/admin/trivia/${triviaQuestionId}`, 'Edit question', 'All questions'],
    ['/admin/trivia/new', 'New question', 'All questions'],
    ['/admin/trivia/file', 'Import or export questions', 'All questions'],
    ['/admin/business-words/file', 'Import or export words', 'All words'],
    [`/admin/products/${productId}`, title, 'All products'],
    ['/admin/products/new', 'New product', 'All products'],
    [`/admin/users/${member.id}`, member.username, 'Back to users'],
    ['/admin/products/9999', 'Product', 'All products'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('link', { name: back }).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Lists' })).toHaveCount(0)
  }
})

test('the first page has the title of the whole', async ({ adminPage: page }) => {
  await page.goto('/admin?tab=today')
  await expect(page).toHaveURL('/admin')
  await expect(page).toHaveTitle(/^Today · Admin Dashboard · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
})

test('the old address of a page leads to the new one', async ({ adminPage: page }) => {
  await page.goto('/admin?tab=stories&part=reports')
  await expect(page).toHaveURL('/admin/reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')
})

test('an unknown page is not found, and keeps the navigation', async ({ adminPage: page }) => {
  await page.goto('/admin/no-such-page')
  await expect(page).toHaveTitle(/^Page not found · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('link', { name: 'Stories', exact: true }).click()
  await expect(page).toHaveURL('/admin/stories')
})

test('a page of another role says so, and reads nothing', async ({ page, world, signIn }) => {
  await signIn(await world.admin({ rights: PRESETS.treasurer }))
  const asked: string[] = []
  await page.route(/pending/, (route) => {
    asked.push(route.request().url())
    return route.fallback()
  })
  await page.goto('/admin/stories')
  await expect(page.getByText(/^This page isn’t part of your role/)).toBeVisible()
  expect(asked).toEqual([])
  const nav = page.getByRole('navigation', { name: 'Administration' })
  await expect(nav.getByRole('link')).toHaveText([/^Today/, /^Products/])
})

test('without the right for a page, its link opens the first of its lists', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.admin({ rights: ['keeper'] }))
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: 'Administration' })
  await nav.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/admin/connections')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections')
})

test('what a page can’t read is shown in its place, below its title', async ({
  adminPage: page,
}) => {
  const calls = /\/api\/admin\/tags/
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin/tags')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tags')
  await page.unroute(calls)
  await retry.click()
  await expect(page.getByText(/No tags yet|Find a tag/)).toBeVisible()
})
