import { expect, expectSoundPage, expectToast, test } from './fixtures.ts'

// A site without an administrator, and one that may crash.
test.use({ siteName: 'operator' })

test('the link that the server prints makes the first administrator, once', async ({
  page,
  openPage,
  site,
  expectedErrors,
}) => {
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
  await page.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()

  const late = await openPage()
  await late.goto(link)
  await late.getByLabel('Username', { exact: true }).fill('latecomer')
  await late.getByLabel('Email').fill('latecomer@example.org')
  await late.getByLabel('Password', { exact: true }).fill('oil for the lamps')
  await late.getByLabel('Community username').fill('Late Comer')
  await late.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(late.getByRole('main')).toContainText('This link has expired or was already used.')
})

test('after a crash a member is still signed in and finds what was sent', async ({
  page,
  context,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  // Calls that the crash cuts off, the stream of live events among them.
  expectedErrors.push(
    /ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  )
  await signIn(context, await world.member({ anonymousUsername: 'Steady Rock' }))
  await page.goto('/flow?tab=exit')
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
