import type { Page } from '@playwright/test'
import { expect, expectSoundPage, expectToast, tabTo, test } from './fixtures.ts'

const UNAUTHORIZED = /status of 401 /

const REFUSED = /status of 4(00|01|09|22) /

interface Newcomer {
  username: string
  email: string
  anonymousUsername: string
}

async function fillRegistration(page: Page, newcomer: Newcomer): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(newcomer.username)
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill('seven loaves and fish')
  await page.getByLabel('Community username').fill(newcomer.anonymousUsername)
}

async function signInByPassword(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('registration shows taken names while typing, keeps a draft, and leads to the app', {
  tag: '@journey',
}, async ({ page, world }) => {
  const other = await world.member({ username: 'wren', anonymousUsername: 'Evening Wren' })
  await page.goto('/register?next=/account')
  await expectSoundPage(page)

  const create = page.getByRole('button', { name: 'Create Account' })
  await fillRegistration(page, {
    username: 'Wren',
    email: other.email,
    anonymousUsername: 'evening  wren',
  })
  await expect(page.getByText('Username is already taken', { exact: true })).toBeVisible()
  await expect(page.getByText('Email is already registered')).toBeVisible()
  await expect(page.getByText('Community username is already taken')).toBeVisible()
  await create.click()
  await expect(page.getByLabel('Username', { exact: true })).toBeFocused()
  await expect(page).toHaveURL('/register?next=/account')

  // Two letters are too short for an availability check.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByLabel('Community username').fill('Ev')
  await page.getByLabel('Username', { exact: true }).fill('jenny-wren')
  await expect(page.getByText('Username is available', { exact: true })).toBeVisible()
  expect(asked.filter((url) => url.includes('check-username'))).toHaveLength(1)
  expect(asked.filter((url) => url.includes('check-anonymous-username'))).toEqual([])

  await page.reload()
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue('jenny-wren')
  await expect(page.getByLabel('Community username')).toHaveValue('Ev')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await fillRegistration(page, {
    username: 'jenny-wren',
    email: 'jenny@example.org',
    anonymousUsername: 'Hedge Singer',
  })
  await expect(page.getByText('Community username is available')).toBeVisible()
  await create.click()
  await expectToast(page, 'Welcome to Folx!', 'Your account has been created successfully.')
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('main')).toContainText('Your email address isn’t verified yet')
})

test('registering and signing out work by keyboard alone', async ({ page, expectedErrors }) => {
  // The focus passes the link to the account, whose data is read then; signing out can be faster.
  expectedErrors.push(UNAUTHORIZED)
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible()
  const { keyboard } = page
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(skip)
  await expect(skip).toBeInViewport()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(page.getByLabel('Username', { exact: true })).toBeFocused()
  await keyboard.type('tabitha')
  await keyboard.press('Tab')
  await keyboard.type('tabitha@example.org')
  await tabTo(page.getByLabel('Password', { exact: true }))
  await keyboard.type('a needle and a thread')
  await tabTo(page.getByLabel('Community username'))
  await keyboard.type('Quiet Needle')
  // At once, while the name is still being checked.
  await tabTo(page.getByRole('main').getByRole('button', { name: 'Create Account' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome, Quiet Needle' })).toBeFocused()

  await page.reload()
  await tabTo(page.getByRole('button', { name: 'Logout' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Begin Your Journey' })).toBeVisible()
})

test('sign-in accepts the username or the email, keeps what was typed, and leads to the app', {
  tag: '@journey',
}, async ({ page, openPage, world, expectedErrors }) => {
  expectedErrors.push(UNAUTHORIZED)
  const member = await world.member({ username: 'naomi', anonymousUsername: 'Barley Field' })
  await page.goto('/account')
  await expect(page).toHaveURL('/auth?next=%2Faccount')
  await expectSoundPage(page)

  await signInByPassword(page, 'naomi', 'not my password')
  await expectToast(
    page,
    'Unable to Sign In',
    'Please check your username and password and try again',
  )
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Invalid username or password/)
  await expect(page.getByLabel('Username or email')).toHaveValue('naomi')
  await expect(password).toHaveValue('not my password')

  await signInByPassword(page, 'Naomi', member.password)
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Unable to Sign In')).toHaveCount(0)

  for (const foreign of ['//evil.example', 'https://evil.example/', '/%5Cevil.example']) {
    const visitor = await openPage()
    await visitor.goto(`/auth?next=${foreign}`)
    await signInByPassword(visitor, member.email.toUpperCase(), member.password)
    await expect(visitor).toHaveURL('/dashboard')
    await expect(visitor.getByRole('heading', { name: 'Welcome, Barley Field' })).toBeVisible()
  }
})

test('a one-time code signs in, also after a reload of the code form', async ({
  page,
  world,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(UNAUTHORIZED)
  const { email } = await world.member({ anonymousUsername: 'Olive Tree' })
  await page.goto('/auth?next=/account')
  await page.getByRole('button', { name: 'Sign in with a one-time code' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request Code' }).click()
  await expectToast(page, 'OTP Sent', 'Check your email for the login code')
  const { text } = await mailTo(email, /sign-in code/)
  const code = text.match(/\b\d{6}\b/)?.[0] ?? ''

  // On phones, switching to the mail app can unload the page.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Verify Code' })).toBeVisible()
  await expectSoundPage(page)
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expectToast(page, 'Login failed', 'Invalid code')
  await expect(page.getByRole('main').getByText('Invalid code')).toBeVisible()

  await page.getByLabel('Code', { exact: true }).fill(code)
  const reload = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await reload
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('the owner of an address takes over an account that someone else created with it', async ({
  page,
  openPage,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(UNAUTHORIZED, REFUSED)
  const email = 'susanna@example.org'
  const squatter = await openPage()
  await squatter.goto('/register?next=/account/profile')
  await fillRegistration(squatter, {
    username: 'not-susanna',
    email,
    anonymousUsername: 'Garden Wall',
  })
  await expect(squatter.getByText('Community username is available')).toBeVisible()
  await squatter.getByRole('button', { name: 'Create Account' }).click()
  await expect(squatter.getByText('Not verified', { exact: true })).toBeVisible()

  await page.goto('/auth?next=/daily-actions')
  await page.getByRole('button', { name: 'Sign in with a one-time code' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request Code' }).click()
  const { text } = await mailTo(email, /sign-in code/)
  await page.getByLabel('Code', { exact: true }).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  await expectSoundPage(page)

  await squatter.reload()
  await expect(squatter).toHaveURL('/auth?next=%2Faccount%2Fprofile')
  await signInByPassword(squatter, 'not-susanna', 'seven loaves and fish')
  await expectToast(squatter, 'Unable to Sign In')

  const field = page.getByLabel('New password')
  await field.fill('sunshine1')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Many people use this password')).toBeVisible()
  await expect(field).toHaveValue('sunshine1')
  await expect(field).toBeFocused()
  await field.fill('lilies under the oak')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expectToast(page, 'Password saved')
  await expect(page).toHaveURL('/daily-actions')
  await signInByPassword(squatter, email, 'lilies under the oak')
  await expect(squatter).toHaveURL('/account/profile')
})

test('a member who skips the new password can set it on the account page', async ({
  page,
  world,
  mailTo,
}) => {
  const { email } = await world.member({ emailVerified: false })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a one-time code' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request Code' }).click()
  const { text } = await mailTo(email, /sign-in code/)
  await page.getByLabel('Code', { exact: true }).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: 'Sign-in and security' }).click()
  await expect(page.getByText('Your account has no password yet.')).toBeVisible()
  await page.getByLabel('New password').fill('lilies under the oak')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expectToast(page, 'Password saved')
  await expect(page.getByLabel('Current password')).toBeVisible()
})

test('a code works only in the browser that asked for it, and another browser says so', async ({
  page,
  openPage,
  world,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(UNAUTHORIZED)
  const { email } = await world.member({ anonymousUsername: 'Two Windows' })
  const requestCode = async (where: Page, to: string): Promise<void> => {
    await where.goto('/auth?next=/account')
    await where.getByRole('button', { name: 'Sign in with a one-time code' }).click()
    await where.getByLabel('Email').fill(to)
    await where.getByRole('button', { name: 'Request Code' }).click()
    await expect(where.getByLabel('Code', { exact: true })).toBeVisible()
  }
  await requestCode(page, email)
  const { text } = await mailTo(email, /sign-in code/)
  const code = text.match(/\b\d{6}\b/)?.[0] ?? ''

  const other = await openPage()
  await requestCode(other, email)
  await other.context().clearCookies({ name: 'folx-code' })
  await other.getByLabel('Code', { exact: true }).fill(code)
  await other.getByRole('button', { name: 'Verify Code' }).click()
  await expect(other.getByRole('main')).toContainText(
    'Codes work only in the browser that asked for them.',
  )
  await expect(other.getByLabel('Code', { exact: true })).toHaveValue(code)

  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('strangers can’t lock out a browser that has signed in before', async ({
  page,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(UNAUTHORIZED, /status of 429 /)
  const member = await world.member({ username: 'jael', anonymousUsername: 'Tent Peg' })
  await page.goto('/auth')
  await signInByPassword(page, 'jael', member.password)
  await expect(page.getByRole('heading', { name: 'Welcome, Tent Peg' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  // Guesses from the same network, without this browser's cookies.
  for (let guess = 0; guess < 11; guess += 1) {
    await fetch(`${site.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ username: 'jael', password: 'a wrong guess' }),
    })
  }
  const stranger = await fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ username: 'jael', password: member.password }),
  })
  expect(stranger.status).toBe(429)
  await page.goto('/auth')
  await signInByPassword(page, 'jael', member.password)
  await expect(page.getByRole('heading', { name: 'Welcome, Tent Peg' })).toBeVisible()
})

test('a forgotten password can be reset by email, and every other device is signed out', {
  tag: '@journey',
}, async ({ page, openPage, world, mailTo, expectedErrors }) => {
  expectedErrors.push(REFUSED)
  const member = await world.member({ username: 'lydia', anonymousUsername: 'Purple Thread' })
  const elsewhere = await openPage({ as: member })
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('heading', { name: 'Welcome, Purple Thread' })).toBeVisible()

  await page.goto('/reset-password')
  await expect(page).toHaveURL('/auth')
  await signInByPassword(page, member.email, 'not my password')
  await expectToast(page, 'Unable to Sign In')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' })
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email)
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expectToast(page, 'Check your email', 'Instructions to reset your password have been sent')
  const { text } = await mailTo(member.email, /Choose a new password/)
  const link = text.match(/http\S+reset-password\S+/)?.[0] ?? ''

  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password?link=opened')
  await expectSoundPage(page)
  await page.reload()
  await expect(page).toHaveURL('/reset-password?link=opened')
  await page.getByLabel('New password').fill('cloth of many colors')
  await page.getByLabel('Confirm password').fill('cloth of one color')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Error', 'Passwords do not match')
  await expect(page.getByRole('main').getByText('Passwords do not match')).toHaveCount(0)
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Confirm password').fill('cloth of many colors')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Password has been reset. Please login with your new password.')
  await expect(page).toHaveURL('/auth')
  expect(referrers.length).toBeGreaterThan(5)
  expect(referrers.filter((referrer) => referrer.includes('token='))).toEqual([])

  await signInByPassword(page, 'lydia', member.password)
  await expectToast(page, 'Unable to Sign In')
  await signInByPassword(page, 'lydia', 'cloth of many colors')
  await expect(page.getByRole('heading', { name: 'Welcome, Purple Thread' })).toBeVisible()

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/auth?next=%2Fdashboard')

  const used = await openPage()
  await used.goto(link)
  await used.getByLabel('New password').fill('cloth of no color')
  await used.getByLabel('Confirm password').fill('cloth of no color')
  await used.getByRole('button', { name: 'Reset Password' }).click()
  await expect(used.getByRole('main')).toContainText('This link has expired or was already used.')
})

test('after signing out the back button shows nothing private, even from the back/forward cache', async ({
  playwright,
  site,
  world,
  signIn,
}, { project }) => {
  // Playwright disables the back/forward cache, which real browsers have.
  const { CHROMIUM_FULL_PATH: executablePath } = process.env
  const browser = await playwright.chromium.launch({
    ...project.use.launchOptions,
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL: site.url })
  await signIn(await world.member({ anonymousUsername: 'Hidden Spring' }), page.context())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Hidden Spring' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  // Playwright's goBack waits for a load, which a cached page does not have.
  await page.evaluate(() => history.back())
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  await expect(page.getByText('Hidden Spring')).toHaveCount(0)
  await browser.close()
})
