import { settingsEndpoints } from '#contract/settings.ts'
import type { TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { callAs, expectToast } from '#web/testing/steps.ts'

interface Newcomer {
  username: string
  email: string
  anonymousUsername: string
}

async function fillRegistration(page: TestPage, newcomer: Newcomer): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(newcomer.username)
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill('seven loaves and fish')
  await page.getByLabel('Community username').fill(newcomer.anonymousUsername)
}

test('registration focuses the first invalid field, including a taken name', async ({
  page,
  world,
}) => {
  const { username } = await world.member()
  await page.goto('/register')
  const create = page.getByRole('button', { name: 'Create Account' })
  const name = page.getByLabel('Username', { exact: true })
  await create.click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(name).toBeFocused()

  await name.fill(username)
  await expect(page.getByText('Username is already taken', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill('thrush@example.org')
  await create.click()
  await expect(name).toBeFocused()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()

  await name.fill('song-thrush-7')
  await expect(page.getByText('Username is available', { exact: true })).toBeVisible()
  await create.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('registration shows what is wrong with a name while typing, and counts an emoji as one character', async ({
  page,
}) => {
  await page.goto('/register')
  const name = page.getByLabel('Username', { exact: true })
  await name.fill('song thrush')
  await expect(
    page.getByText(
      'Username can only contain lowercase letters, numbers, underscores, and hyphens',
    ),
  ).toBeVisible()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('s'.repeat(31))
  await expect(
    page.getByText('Username must be 30 characters or less', { exact: true }),
  ).toBeVisible()
  await name.fill('song-thrush')
  await expect(name).not.toHaveAttribute('aria-invalid')

  const pseudonym = page.getByLabel('Community username')
  const tooLong = page.getByText('Community username must be 30 characters or less')
  await pseudonym.fill('🌿'.repeat(31))
  await expect(tooLong).toBeVisible()
  await pseudonym.fill('🌿'.repeat(30))
  await expect(page.getByText('Community username is available')).toBeVisible()
  await expect(tooLong).toHaveCount(0)
  for (const [text, sentence] of [
    ['\u3164', 'Community username is required'],
    ['song@thrush', 'Community username cannot contain @'],
    ['Song\u034f Thrush', 'Community username cannot contain invisible characters'],
    ['Sоng Thrush', 'Community username cannot mix letters of different alphabets'],
    ['ᴀdmin', 'Community username is already taken'],
  ] as const) {
    await pseudonym.fill(text)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(pseudonym).toHaveAttribute('aria-invalid', 'true')
  }
  await pseudonym.fill('Song Thrush 👩‍👩‍👧')
  await expect(page.getByText('Community username is available')).toBeVisible()
})

test('a community for adults only asks for one tick, without which nobody registers', async ({
  api,
  page,
  world,
}) => {
  const admin = api.as(await world.admin())
  const tick = page.getByRole('checkbox', { name: 'I’m 18 or older' })
  const create = page.getByRole('button', { name: 'Create Account' })
  await page.goto('/register')
  await expect(create).toBeVisible()
  await expect(tick).toHaveCount(0)
  await admin.call(settingsEndpoints.save, { body: { adultsOnly: true } })
  await page.reload()
  await fillRegistration(page, {
    username: 'joanna',
    email: 'joanna@example.org',
    anonymousUsername: 'Open Field',
  })
  await create.click()
  await expect(
    page.getByRole('main').getByText('Check the box to confirm that you’re 18 or older.'),
  ).toBeVisible()
  await expect(tick).toBeFocused()
  await tick.check()
  await create.click()
  await expect(page).toHaveURL('/dashboard')
  await admin.call(settingsEndpoints.save, { body: { adultsOnly: false } })
})

test('an emailed code verifies the address at registration, and a double click creates one account', async ({
  page,
  site,
  mailTo,
}) => {
  await page.goto('/register')
  await fillRegistration(page, {
    username: 'miriam',
    email: 'miriam@example.org',
    anonymousUsername: 'River Reed',
  })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expectToast(page, 'Verification Code Sent')
  const { text } = await mailTo('miriam@example.org', /verification code/)
  const code = text.match(/\b\d{6}\b/)?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'

  await page.getByLabel('Verification code (optional)').fill(wrong)
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expectToast(page, 'Registration failed', 'Invalid code')
  await expect(page.getByRole('main').getByText('Invalid code')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('seven loaves and fish')

  // The answer is delayed until both clicks are made.
  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/register', async (route) => {
    calls += 1
    await gate.promise
    await route.continue()
  })
  await page.getByLabel('Verification code (optional)').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await create.dblclick()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await create.press('Enter')
  gate.resolve()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, River Reed' })).toBeVisible()
  expect(calls).toBe(1)
  const members = await site.db
    .selectFrom('member')
    .select(['username', 'emailVerifiedAt'])
    .where('email', '=', 'miriam@example.org')
    .execute()
  expect(members).toEqual([{ username: 'miriam', emailVerifiedAt: expect.any(Date) }])
})

test('a member verifies their address on the account page and keeps the password', async ({
  page,
  world,
  signIn,
  mailTo,
}) => {
  const member = await world.member({ emailVerified: false })
  await signIn(member)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Verify email' }).click()
  const { text } = await mailTo(member.email, /verification code/)
  await page.getByLabel('Code', { exact: true }).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expectToast(page, 'Email verified')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await page.goto('/account/security')
  await expect(page.getByLabel('Current password')).toBeVisible()
})

test('an error closes when a dialog opens over it', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Username or email').fill('nobody-7')
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Unable to Sign In')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[data-toasts] > li')).toHaveCount(0)
})

test('a suspended member asks for a second look below the reason, and reads the answer there', async ({
  page,
  site,
  world,
}) => {
  const [member, decider] = [await world.member(), await world.admin()]
  const colleague = await world.admin({ rights: ['stories'] })
  const path = `/api/admin/stories/${await world.story({ author: member })}/suspend-author`
  const body = { reason: 'Asked for money.' }
  await callAs(site, decider, { method: 'POST', path, body })
  const tryToSignIn = async (): Promise<void> => {
    await page.goto('/auth')
    await page.getByLabel('Username or email').fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  const alert = page.getByRole('main').getByRole('alert')
  const ask = alert.getByRole('button', { name: 'Ask for a second look' })
  const dialog = page.getByRole('dialog', { name: 'Ask for a second look' })
  const box = dialog.getByLabel('What should we look at again?')
  const reason = 'This account is suspended. The reason given: “Asked for money.”'
  await tryToSignIn()
  await expect(alert).toContainText(reason)
  await ask.click()
  await expect(dialog).toContainText(
    'You can ask once, and the answer is final. You’ll see the answer when you sign in again.',
  )
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(box).toBeFocused()
  await expect(dialog).toContainText('Say what we should look at again.')
  await box.fill('I asked nobody.')

  await tryToSignIn()
  await ask.click()
  await expect(box).toHaveValue('I asked nobody.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(alert).toContainText(
    'You asked for a second look. Someone else on the team will answer. You’ll see the answer when you sign in again.',
  )
  await expect(ask).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await tryToSignIn()
  await expect(alert).toContainText('You asked for a second look.')
  await expect(ask).toHaveCount(0)

  const [asked] = await site.db.selectFrom('secondLook').select('secondLookId').execute()
  await callAs(site, colleague, {
    method: 'POST',
    path: `/api/admin/second-looks/${asked?.secondLookId}/answer`,
    body: { changed: false, reason: 'Three members told us.' },
  })
  await tryToSignIn()
  await expect(alert).toContainText(
    'We looked again: the suspension stays. The reason given: “Three members told us.”',
  )
  await expect(ask).toHaveCount(0)
})
