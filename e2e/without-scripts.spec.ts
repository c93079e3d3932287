import type { Page } from '@playwright/test'
import { expect, NEEDS_SCRIPTS, test, WITHOUT_SCRIPTS } from './fixtures.ts'
import { addApp } from './session-steps.ts'

/* A browser that runs no scripts: reading, finding and signing in are links and forms. */

const PHONE = { width: 375, height: 812 }
const NO_SCRIPTS = { viewport: PHONE, javaScriptEnabled: false }

async function enterPassword(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('without scripts a member signs in with a password and a code, reads a story, and leaves', {
  tag: '@journey',
}, async ({ openPage, site, world, expectedErrors }) => {
  expectedErrors.push(/status of 40[01] .*\/auth(\/code)?\b/)
  const author = await world.member()
  for (let number = 1; number <= 8; number++) {
    await world.story({ author, title: `Lantern ${number}`, category: 'purpose' })
  }
  await world.story({ author, title: 'Lantern at the office', category: 'business' })
  const member = await world.member()
  const { nextCode } = await addApp(site, member)

  const page = await openPage(NO_SCRIPTS)
  await page.goto('/', WITHOUT_SCRIPTS)
  await page.getByRole('link', { name: 'Login My Account' }).click()
  await enterPassword(page, { ...member, password: 'a wrong one' })
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page.getByLabel('Username or email')).toHaveValue(member.username)
  await enterPassword(page, member)

  await expect(page).toHaveURL('/auth/code')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible()
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill('12345')
  await page.getByRole('button', { name: 'Confirm' }).first().click()
  await expect(code).toHaveAccessibleDescription(/Enter the 6-digit code/)
  await code.fill(nextCode())
  await page.getByRole('button', { name: 'Confirm' }).first().click()
  await expect(page).toHaveURL('/dashboard')

  const bar = page.getByRole('navigation', { name: 'Daily Practice' })
  await bar.getByRole('link', { name: 'FOLX Stories' }).click()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Search stories').fill('lantern')
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Purpose' })
  await page.getByRole('button', { name: 'Show stories' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages of stories' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 2')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: 'Lantern 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern 1' })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Remove Purpose' }).click()
  await expect(page).toHaveURL(/q=lantern/)
  await expect(page.getByRole('link', { name: 'Lantern at the office' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/flow?tab=exit')

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard', WITHOUT_SCRIPTS)
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
})

test('without scripts a recovery code finishes a sign-in, and the member arrives where they wanted to go', async ({
  openPage,
  site,
  world,
}) => {
  const member = await world.member()
  const { recoveryCodes } = await addApp(site, member)
  const page = await openPage(NO_SCRIPTS)
  await page.goto('/account/purchases', WITHOUT_SCRIPTS)
  await enterPassword(page, member)
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).last().click()
  await expect(page).toHaveURL('/account/purchases')
})

test('without scripts the pages of lists are links, and a form says that it needs scripts', async ({
  openPage,
  world,
}) => {
  const member = await world.member()
  for (let number = 1; number <= 25; number++) {
    await world.prayerRequest({ author: await world.member(), content: `For sister ${number}.` })
  }
  for (let number = 1; number <= 6; number++) {
    await world.story({ author: member, title: `Chapter ${number}` })
  }
  const page = await openPage({ ...NO_SCRIPTS, as: member })
  await page.goto('/flow?tab=exit&list=prayer', WITHOUT_SCRIPTS)
  const requests = page.getByRole('main').getByText(/^For sister \d+\.$/)
  const few = await requests.count()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/list=prayer&pages=2$/)
  expect(await requests.count()).toBeGreaterThan(few)
  await page.goto('/dashboard', WITHOUT_SCRIPTS)
  const pages = page.getByRole('navigation', { name: 'Pages of your stories' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Chapter 1')).toBeVisible()
  await page.goto('/flow?tab=guidance', WITHOUT_SCRIPTS)
  await expect(page.locator(NEEDS_SCRIPTS)).toBeInViewport()
})

test('without scripts a visitor reports something unlawful, and reads what is missing', async ({
  openPage,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/rules\b/)
  const page = await openPage(NO_SCRIPTS)
  await page.goto('/rules', WITHOUT_SCRIPTS)
  await page.getByText('Report something unlawful', { exact: true }).click()
  await page.getByLabel('What is it?').fill('A story about Maple Street')
  await page.getByLabel('Where is it?').fill('/flow?story=1')
  await page.getByLabel('Somebody’s life may be in danger').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  const why = page.getByLabel('Why is it unlawful?')
  await expect(why).toHaveAccessibleDescription('Say why it is unlawful.')
  await expect(page.getByText('Report something unlawful', { exact: true })).toBeInViewport()
  await expect(page.getByLabel('What is it?')).toHaveValue('A story about Maple Street')
  await expect(page.getByLabel('Somebody’s life may be in danger')).toBeChecked()
  await why.fill('It tells where a child lives.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page).toHaveURL('/rules?sent=notice#top')
  await expect(page.getByText('Thank you. Our team will read it.')).toBeInViewport()
})
