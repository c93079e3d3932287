import { expect, test } from '#web/testing/page-test.ts'

const PAGES = {
  Profile: 'profile',
  'Sign-in and security': 'security',
  Notifications: 'notifications',
  'Messages from our team': 'messages',
  Privacy: 'privacy',
  Purchases: 'purchases',
  'Your data': 'data',
  'Delete account': 'leave',
}

test('the account opens on an index, and each part is a page of its own', async ({
  memberPage: page,
}) => {
  await page.goto('/account')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading')).toHaveText(['Account'])
  await expect(main.getByRole('link')).toHaveCount(Object.keys(PAGES).length)
  for (const [label, section] of Object.entries(PAGES)) {
    await main.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(`/account/${section}`)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(label)
    await main.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page).toHaveURL('/account')
  }
})

test('each page of the account has its own parts', async ({ memberPage: page }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  const expected = {
    profile: ['Community username', 'Username', 'Email address', 'Time zone', 'Colors'],
    security: [
      'Password',
      'Passkeys and two-step sign-in',
      'Where you’re signed in',
      'Recent security activity',
    ],
    privacy: ['A neutral name for Folx', 'Muted'],
    purchases: ['My Purchases & Subscriptions'],
    data: [],
    leave: ['What happens', 'Before you go', 'When you’re ready'],
  }
  for (const [section, names] of Object.entries(expected)) {
    await page.goto(`/account/${section}`)
    await expect(headings).toHaveText(names)
  }
})

test('old addresses of the account lead on', async ({ memberPage: page }) => {
  await page.goto('/account/community')
  await expect(page).toHaveURL('/account/messages')
  await expect(page.getByRole('heading', { name: 'Messages from our team' })).toBeVisible()
  await page.goto('/account/unknown')
  await expect(page).toHaveURL('/account')
})

test('the index says that an address isn’t verified', async ({ page, world, signIn }) => {
  await signIn(await world.member({ emailVerified: false }))
  await page.goto('/account')
  const profile = page.getByRole('main').getByRole('link', { name: 'Profile' })
  await expect(profile).toContainText('Your email address isn’t verified yet')
})
