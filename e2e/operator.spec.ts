import { TOTP } from 'otpauth'
import { openStoryForm } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, expectToast, test } from './fixtures.ts'

// A separate site that has no administrator and may be crashed.
test.use({ siteName: 'operator' })

test('the link that the server prints creates the first administrator once', {
  tag: '@journey',
}, async ({ page, openPage, site, expectedErrors }) => {
  expectedErrors.push(/status of 400 /)
  const printed = (): string => site.output().match(/http\S+first-admin\S+(?=\s)/)?.[0] ?? ''
  await expect.poll(printed).toContain('token=')
  const link = printed()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'First administrator' })).toBeVisible()
  await expectSoundPage(page)
  await page.getByLabel('Username', { exact: true }).fill('keeper')
  await page.getByLabel('Email').fill('keeper@example.org')
  await page.getByLabel('Password', { exact: true }).fill('the lamp on its stand')
  await page.getByLabel('Community username').fill('Lamp Keeper')
  // Someone else has the form open too.
  const late = await openPage()
  await late.goto(link)
  await late.getByLabel('Username', { exact: true }).fill('latecomer')
  await late.getByLabel('Email').fill('latecomer@example.org')
  await late.getByLabel('Password', { exact: true }).fill('oil for the lamps')
  await late.getByLabel('Community username').fill('Late Comer')

  await page.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()

  await late.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(late.getByRole('main')).toContainText('This link has expired or was already used.')
  await late.reload()
  await expect(late.getByRole('main')).toContainText('it prints a new link')
  await expect(late.getByRole('button', { name: 'Create Administrator' })).toHaveCount(0)
})

test('the operator resets the second factors of a member who has lost them', async ({
  page,
  member,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 /)
  const help = await site.runCommand('reset-factors', '--help')
  expect(help.code).toBe(0)
  expect(help.output).toContain('npm run reset-factors -- <username>')
  expect((await site.runCommand('reset-factors')).code).toBe(2)
  const unknown = await site.runCommand('reset-factors', 'nobody-here')
  expect(unknown.code).toBe(1)
  expect(unknown.output).toContain('Nobody has the username nobody-here.')

  await page.goto('/account/security')
  const security = page.getByRole('region', { name: 'Passkeys and two-step sign-in' })
  await security.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(security.getByText('8 codes left.')).toBeVisible()

  const reset = await site.runCommand('reset-factors', member.username)
  expect(reset).toEqual({
    code: 0,
    output: `${member.username} now signs in without a second factor and is signed out everywhere.\n`,
  })
  await page.goto('/auth?next=%2Faccount%2Fsecurity')
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/account/security')
  await expect(security.getByRole('button', { name: 'Set up an app' })).toBeVisible()
})

test('after a crash a member is still signed in and sent content is there', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  // Calls that the crash interrupts, including the stream of live events.
  expectedErrors.push(
    /ERR_CONNECTION_(REFUSED|RESET)|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  )
  await signIn(await world.member({ anonymousUsername: 'Steady Rock' }))
  await page.goto('/flow?tab=exit')
  await openStoryForm(page)
  await page.getByLabel('Title').fill('Built on rock')
  await page.getByLabel('Category', { exact: true }).first().selectOption('faith')
  await page.getByLabel('Your story', { exact: true }).fill('The floods came, and it stood.')
  await page.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')

  await site.crashAndRestart()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Steady Rock' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Built on rock' })).toBeVisible()
})
