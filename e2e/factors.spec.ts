import { text } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { TestMember, World } from '#server/testing/population.ts'
import { expect, expectSoundPage, expectToast, onEmptySite, test } from './fixtures.ts'

// An empty site, because a rule for all administrators is turned on here.
onEmptySite()

const REFUSED = /status of (400|401|403) /

/** Adds a virtual authenticator that verifies its user on every use, like a phone's screen lock. */
async function addAuthenticator(page: Page): Promise<void> {
  const connection = await page.context().newCDPSession(page)
  await connection.send('WebAuthn.enable')
  await connection.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The member with a session that needs a step-up. */
async function stale(world: World, member: TestMember): Promise<TestMember> {
  return { ...member, ...(await world.staleSession(member.id)) }
}

function security(page: Page): Locator {
  return page.getByRole('region', { name: 'Passkeys and two-step sign-in' })
}

/** Leaves the page first, because the answer to a pending call would set the cookie again. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

async function enterPassword(page: Page, { username, password }: TestMember): Promise<void> {
  await page.goto('/auth?next=%2Faccount%2Fsecurity')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Sets up an authenticator app on the account page; returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await security(page).getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(8)
  // Wait until no toast covers the title.
  await expect(page.locator('li[data-swipe-direction]')).toHaveCount(0)
  const codes = await saved.getByRole('listitem').allInnerTexts()
  return { secret, codes }
}

test('a member adds a passkey and signs in with it without typing a username', async ({
  page,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const member = await world.member()
  await signIn(await stale(world, member))
  await addAuthenticator(page)
  await page.goto('/account/security')
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  // The session is old, so the password is asked first; the passkey's name is not asked again.
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Your password').fill('not this one')
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(confirm.getByText('This is not your current password.')).toBeVisible()
  await confirm.getByLabel('Your password').fill(member.password)
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(8)
  const download = page.waitForEvent('download')
  await saved.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await saved.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(security(page).getByText('My phone')).toBeVisible()
  await expectSoundPage(page)

  // This authenticator answers at once, so the username field must not offer its passkeys here.
  const options = '**/api/login/passkey/options'
  const released = Promise.withResolvers<void>()
  let calls = 0
  await page.route(options, async (route) => {
    calls += 1
    if (calls === 1) return route.fulfill({ status: 403, json: {} })
    await released.promise
    return route.continue()
  })
  await forgetSession(page)
  const offered = page.waitForResponse(options)
  await page.goto('/auth?next=%2Faccount%2Fsecurity')
  await offered
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fsecurity')
  released.resolve()
  await expect(page).toHaveURL('/account/security')
  await page.unroute(options)
  await expect(security(page).getByText('last used')).toBeVisible()

  // As a suggestion of the username field it needs no press; this authenticator picks it at once.
  await forgetSession(page)
  await page.goto('/auth?next=%2Faccount%2Fsecurity')
  await expect(page).toHaveURL('/account/security')

  await security(page).getByRole('button', { name: 'Rename passkey: My phone' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await security(page).getByRole('button', { name: 'Remove passkey: Old phone' }).click()
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).click()
  await expectToast(page, 'Passkey removed')
  await expect(security(page).getByText('Old phone')).toHaveCount(0)
  await expect(security(page).getByText('Recovery codes')).toHaveCount(0)

  // The device still has it, and picks it at once. It is tried once, not until its network is locked out.
  let tries = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/login/passkey') tries += 1
  })
  await forgetSession(page)
  await page.goto('/auth?next=%2Faccount%2Fsecurity')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await enterPassword(page, member)
  await expect(page).toHaveURL('/account/security')
  expect(tries).toBeLessThanOrEqual(2)
})

test('sign-in asks for the authenticator app after the password, and accepts a recovery code instead', {
  tag: '@journey',
}, async ({ page, member, expectedErrors }) => {
  expectedErrors.push(REFUSED)
  await page.goto('/account/security')
  const { secret, codes } = await setUpApp(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(security(page).getByText('8 codes left.')).toBeVisible()

  await forgetSession(page)
  await enterPassword(page, member)
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expectSoundPage(page)
  await page.getByLabel('Code from your authenticator app').fill('12 34')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Enter the 6-digit code from your authenticator app.')).toBeVisible()
  // The next code, because the current one was used for the setup.
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel('Code from your authenticator app').fill(next)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/account/security')

  await forgetSession(page)
  await enterPassword(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/account/security')
  await expect(security(page).getByText('7 codes left.')).toBeVisible()
})

test('recovery codes can’t be closed by accident, and can be copied, downloaded and printed', async ({
  page,
  context,
  world,
  signIn,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await signIn(await world.member())
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: 'Sign-in and security' }).click()
  const { codes } = await setUpApp(page)
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  const question = page.getByRole('alertdialog', { name: 'Close without saving the codes?' })
  const stay = async (): Promise<void> => {
    await question.getByRole('button', { name: 'Show the codes' }).click()
    await expect(question).toHaveCount(0)
    expect(await saved.getByRole('listitem').allInnerTexts()).toEqual(codes)
  }
  await page.keyboard.press('Escape')
  await stay()
  await saved.getByRole('button', { name: 'Close' }).click()
  await expectSoundPage(page)
  // A second Escape cancels the question, so the codes stay open.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(saved).toBeVisible()
  await page.goBack()
  await stay()
  await expect(page).toHaveURL('/account/security')

  await saved.getByRole('button', { name: 'Copy' }).click()
  // Not located by role, because an open dialog hides it from roles.
  await expect(page.locator('li[data-swipe-direction]', { hasText: 'Codes copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const file = page.waitForEvent('download')
  await saved.getByRole('button', { name: 'Download' }).click()
  const downloaded = await text(await (await file).createReadStream())
  for (const kept of [copied, downloaded]) {
    expect(kept.split('\n').filter((line) => codes.includes(line))).toEqual(codes)
  }
  await saved.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(saved.getByText(codes[7] ?? '')).toBeVisible()
  await expect(saved.getByText('I’ve saved them')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Until then, another page says that they may be lost.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/account/security')
  const unsaved = elsewhere.getByText('You haven’t said that you saved these codes.')
  await expect(unsaved).toBeVisible()
  await saved.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(saved).toHaveCount(0)
  await expect(question).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere.getByText('8 codes left.')).toBeVisible()
  await expect(unsaved).toHaveCount(0)
  await elsewhere.close()
  await page.goBack()
  await expect(page).toHaveURL('/account')
})

test('an account without a password is deleted with an emailed code', async ({
  page,
  site,
  world,
  signIn,
  mailTo,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const member = await world.member()
  await site.db
    .updateTable('member')
    .set({ passwordHash: null })
    .where('memberId', '=', member.id)
    .execute()
  await signIn(await stale(world, member))
  await page.goto('/account/data')
  // A call that needs more than an emailed code says what to do first.
  await page.getByRole('link', { name: 'Download my data' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirm).toContainText('Your account has no password yet.')
  await confirm.getByRole('link', { name: 'Choose a password' }).click()
  await expect(confirm).toHaveCount(0)
  await expect(page).toHaveURL('/account/security#password')

  await page.goto('/account/leave')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const removal = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(removal.getByLabel('Password')).toHaveCount(0)
  await removal.getByLabel('Remove them').check()
  await removal.getByLabel('I understand that this can’t be undone.').check()
  await removal.getByRole('button', { name: 'Send code' }).click()
  await expect(removal).toContainText(`The 6 digits that we sent to ${member.email}.`)
  const [code = ''] = (await mailTo(member.email, /code/)).text.match(/\b\d{6}\b/) ?? []
  await removal.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await removal.getByRole('button', { name: 'Delete account' }).click()
  await expect(removal.getByText('Invalid code')).toBeVisible()
  await removal.getByLabel('Code').fill(code)
  await removal.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/#account-deleted')
  const left = await site.db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', member.id)
    .execute()
  expect(left).toEqual([])
})

test('the Users tab asks for a step-up and then shows the list', async ({
  page,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const admin = await world.admin()
  await signIn(await stale(world, admin))
  await page.goto('/admin/users')
  const ask = page.getByRole('button', { name: 'Confirm it’s you' })
  await expect(ask).toBeVisible()
  await expectSoundPage(page)
  await ask.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Close' }).click()
  await expect(ask).toBeVisible()
  await ask.click()
  await confirm.getByLabel('Your password').fill(admin.password)
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Users' }).getByText(admin.email)).toBeVisible()
})

test('the data download asks for a step-up and then starts', async ({
  page,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const member = await world.member()
  await signIn(await stale(world, member))
  await page.goto('/account/data')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Your password').fill(member.password)
  const download = page.waitForEvent('download')
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

test('deleting an account with a second factor asks for it, and keeps the filled-in form', async ({
  page,
  member,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await page.goto('/account/security')
  const { secret } = await setUpApp(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await site.db
    .updateTable('session')
    .set({ steppedUpAt: null })
    .where('memberId', '=', member.id)
    .execute()
  await page.goto('/account/leave')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const removal = page.getByRole('dialog', { name: 'Delete your account?' })
  await removal.getByLabel('Keep them, without an author').check()
  await removal.getByLabel('Password', { exact: true }).fill(member.password)
  await removal.getByLabel('I understand that this can’t be undone.').check()
  await removal.getByRole('button', { name: 'Delete account' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Close' }).click()
  await expect(removal.getByText('Confirm it’s you to continue.')).toBeVisible()
  await expect(removal.getByLabel('Password', { exact: true })).toHaveValue(member.password)
  await expect(removal.getByLabel('Keep them, without an author')).toBeChecked()
  await removal.getByRole('button', { name: 'Delete account' }).click()
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  await confirm.getByLabel('Code from your authenticator app').fill(next)
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/#account-deleted')
  const left = await site.db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', member.id)
    .execute()
  expect(left).toEqual([])
})

test('an administrator is asked to set up a second factor, and is blocked once it is overdue', async ({
  page,
  admin,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await page.goto('/admin')
  await expect(page.getByText('Protect your administrator account')).toBeVisible()
  await page.goto('/admin/settings')
  await page.locator('summary').filter({ hasText: 'Administrators’ sign-in' }).click()
  await page.getByLabel('Require a second step for administrators').check()
  await expectToast(page, 'Settings saved')
  await page.reload()
  await expect(page.getByText(/Set one up by \w+ \d+\./)).toBeVisible()

  const longAgo = new Date(Date.now() - 20 * 86_400_000)
  await site.db.updateTable('factorPolicy').set({ adminsSince: longAgo }).execute()
  await site.db
    .updateTable('member')
    .set({ adminSince: longAgo })
    .where('memberId', '=', admin.id)
    .execute()
  await signIn({ ...admin, cookie: await world.session(admin.id) })
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'Set up a second step to continue' }),
  ).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
  await expectSoundPage(page)
  await addAuthenticator(page)
  await page.getByRole('link', { name: 'Set it up' }).click()
  await expect(page).toHaveURL('/account/security#security')
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Key')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.goto('/admin/settings')
  await page.locator('summary').filter({ hasText: 'Administrators’ sign-in' }).click()
  await page.getByLabel('Require a second step for administrators').uncheck()
  await expectToast(page, 'Settings saved')
})
