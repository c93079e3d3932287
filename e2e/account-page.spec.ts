import { readFile } from 'node:fs/promises'
import { unzip } from '#server/testing/unzip.ts'
import { openStoryForm } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, expectToast, test } from './fixtures.ts'

const REFUSED = /status of 4(00|01) /

test('a member changes the time zone, ends other sessions and downloads their data', {
  tag: '@journey',
}, async ({ page, world, signIn }) => {
  const member = await world.member({ anonymousUsername: 'Cedar Gate' })
  await world.session(member.id)
  await world.story({ author: member, title: 'The gate stood open', status: 'pending' })
  await signIn(member)
  await page.goto('/account/profile')
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
  await page.getByRole('button', { name: 'Save Time Zone' }).click()
  await expectToast(page, 'Time zone saved')
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Lisbon')

  await page.goto('/account/security')
  const end = page.getByRole('button', { name: /^Sign out: / })
  await end.click()
  await expect(end).toHaveCount(0)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()

  await page.goto('/account/data')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  const files = unzip(await readFile(await file.path()))
  const data: unknown = JSON.parse(String(files.get('account.json')))
  expect(data).toMatchObject({
    account: { email: member.email, timeZone: 'Europe/Lisbon' },
    stories: [{ title: 'The gate stood open', status: 'pending' }],
  })
})

test('while the journal is locked the page says so, and unlocks it before a download of all data', async ({
  page,
  member,
  site,
}) => {
  await site.db
    .updateTable('member')
    .set({ journalLockMinutes: 5 })
    .where('memberId', '=', member.id)
    .execute()
  await page.goto('/account/data')
  const locked = page.getByText('Your journal is part of your data, and it’s locked.')
  await expect(locked).toBeVisible()
  const link = page.getByRole('link', { name: 'Download my data' })
  await expect(link).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Open my journal' }).click()
  await expect(locked).toHaveCount(0)

  const download = page.waitForEvent('download')
  await link.click()
  const files = unzip(await readFile(await (await download).path()))
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
    account: { journalLockMinutes: 5 },
  })
})

test('later toasts still disappear after one was closed by hand', async ({ memberPage: page }) => {
  await page.goto('/account/profile')
  const message = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const save = async (zone: string): Promise<void> => {
    await page.getByLabel('Time zone').selectOption(zone)
    await page.getByRole('button', { name: 'Save Time Zone' }).click()
    await expectToast(page, 'Time zone saved')
  }
  const zones = ['Europe/Lisbon', 'Europe/Paris']
  let tries = 0
  // The toast disappears after five seconds, which a slow click can miss.
  await expect(async () => {
    await save(zones[tries++ % 2] ?? '')
    await message.getByRole('button', { name: 'Close' }).click({ timeout: 4_000 })
  }).toPass()
  await expect(message).toHaveCount(0)
  await save('Europe/Madrid')
  await expect(message).toHaveCount(0)
})

test('a new password ends the other sessions, and unsent text there is kept', async ({
  page,
  member,
  openPage,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const writing = await openPage({ as: { ...member, cookie: await world.session(member.id) } })
  await writing.goto('/flow?tab=exit')
  const words = 'It was raining, and somebody held the door open for me.'
  await openStoryForm(writing)
  await writing.getByLabel('Title').fill('A door held open')
  await writing.getByLabel('Category', { exact: true }).first().selectOption('faith')
  await writing.getByLabel('Your story', { exact: true }).fill(words)

  await page.goto('/account/security')
  await page.getByLabel('Current password').fill('a loud evening drive')
  await page.getByLabel('New password').fill('two sparrows for a penny')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed')
  await expect(page.getByLabel('Current password')).toHaveValue('')

  await writing.getByRole('button', { name: 'Submit story' }).click()
  const question = writing.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await expect(question).toContainText('Your draft is saved on this device')
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(writing.getByLabel('Your story', { exact: true })).toHaveValue(words)
  const banner = writing.getByRole('alert').filter({ hasText: 'You’ve been signed out.' })

  // Signing in in another tab also signs this one in.
  const entrance = await writing.context().newPage()
  await entrance.goto('/auth')
  await entrance.getByLabel('Username or email').fill(member.username)
  await entrance.getByLabel('Password', { exact: true }).fill('two sparrows for a penny')
  await entrance.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(entrance).toHaveURL('/dashboard')
  await entrance.close()

  // A headless browser never hides its tabs, so the event must be dispatched here.
  await writing.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(banner).toBeHidden()
  await writing.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(writing, 'Story submitted successfully')
})

test('an account can be deleted, and its stories stay if the member chooses so', {
  tag: '@journey',
}, async ({ page, openPage, world, signIn, expectedErrors }) => {
  expectedErrors.push(REFUSED)
  const member = await world.member({ anonymousUsername: 'Parting Swallow' })
  const storyId = await world.story({ author: member, title: 'What stays' })
  await signIn(member)
  await page.goto('/account/leave')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Choose what becomes of your stories.')).toBeVisible()
  await dialog.getByLabel('Keep them, without an author').check()
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await dialog.getByLabel('I understand that this can’t be undone.').check()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Begin Your Journey' })).toBeVisible()

  await page.goto('/auth')
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Unable to Sign In')

  const reader = await openPage({ as: await world.member() })
  await reader.goto(`/flow?story=${storyId}`)
  await expect(reader.getByRole('heading', { name: 'What stays' })).toBeVisible()
  await expect(reader.getByText('Parting Swallow')).toHaveCount(0)
})
