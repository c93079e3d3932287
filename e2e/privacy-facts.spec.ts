import { expect, expectSoundPage, test, WITHOUT_SCRIPTS } from './fixtures.ts'

const TITLE = 'Who can see what'

test('a visitor finds the privacy facts from the landing page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: TITLE }).click()
  await expect(page).toHaveURL('/privacy-facts')
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'In short',
    'People who listen to your stories',
    'Administrators',
    'The operator',
    'Someone with a stolen database',
    'Someone with the whole server',
    'The administrators’ log',
  ])
  await expect(page.getByRole('region', { name: 'In short' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText('They can’t read your moods or notes.')).toBeVisible()
  await expectSoundPage(page)
})

test('a visitor finds the house rules, also without scripts', async ({ openPage }) => {
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto('/register', WITHOUT_SCRIPTS)
  await page.getByRole('main').getByRole('link', { name: 'house rules' }).click()
  await expect(page).toHaveURL('/rules')
  await expect(page.getByRole('heading', { level: 1, name: 'House rules' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Be kind')
  await page.goto('/', WITHOUT_SCRIPTS)
  await page.getByRole('contentinfo').getByRole('link', { name: 'House rules' }).click()
  await expect(page).toHaveURL('/rules')
  const visitor = await openPage()
  await visitor.goto('/rules')
  await expectSoundPage(visitor)
})

test('a member finds the privacy facts from the account page', { tag: '@journey' }, async ({
  openPage,
  world,
}) => {
  const page = await openPage({ as: await world.member() })
  await page.goto('/account/privacy')
  await page.getByRole('link', { name: 'Who can see what about you' }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
})

test('a password manager is led to the password form', async ({ openPage, world }) => {
  const page = await openPage({ as: await world.member(), viewport: { width: 375, height: 500 } })
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL('/account/security#password')
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeInViewport()
  // An old link names the place on the page that had everything.
  await page.goto('/account#password')
  await expect(page).toHaveURL('/account/security#password')
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeInViewport()
})
