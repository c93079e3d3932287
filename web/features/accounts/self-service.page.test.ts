import { expect, test } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'
import { listedStory } from '#web/testing/story-steps.ts'

test('a member changes their community username twice, and all content shows the new one', async ({
  page,
  world,
  signIn,
}) => {
  const member = await world.member({ anonymousUsername: 'Early Warbler' })
  const taken = await world.member({ anonymousUsername: 'Somebody Else' })
  await world.story({ author: member, title: 'A morning walk' })
  await signIn(member)
  await page.goto('/account/profile')
  const card = page.getByRole('region', { name: 'Community username' })
  const change = async (name: string): Promise<void> => {
    await card.getByRole('button', { name: 'Change community username' }).click()
    await card.getByLabel('New community username').fill(name)
    await card.getByRole('button', { name: 'Change name' }).click()
  }
  await expect(card).toContainText('You can change it twice a year.')
  await change(taken.anonymousUsername)
  await expect(card).toContainText('Community username is already taken')
  await card.getByLabel('New community username').fill('Late Warbler')
  await card.getByRole('button', { name: 'Change name' }).click()
  await closeToast(page, 'Community username changed')
  await expect(card).toContainText('one more time this year')
  await change('Evening Warbler')
  await closeToast(page, 'Community username changed')
  await expect(card).toContainText('You can change it again on')
  await expect(card.getByRole('button', { name: 'Change community username' })).toBeDisabled()
  await page.goto('/flow?tab=exit')
  await expect(listedStory(page, 'A morning walk')).toContainText('Evening Warbler')
})

test('a member signs out everywhere else, and the security log says so', async ({
  page,
  member,
  world,
}) => {
  await world.session(member.id)
  await page.goto('/account/security')
  const devices = page.getByRole('region', { name: 'Where you’re signed in' })
  const log = page.getByRole('region', { name: 'Recent security activity' })
  await expect(log).toContainText('Nothing in the last 90 days.')
  await page.route('**/api/user/sessions', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { message: 'Not now.', code: 'provider_unavailable' } })
      : route.continue(),
  )
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await expect(dialog).toContainText('You’ll be signed out on 1 other device')
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(dialog).toContainText('Failed to sign out other devices')
  await page.unroute('**/api/user/sessions')
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await closeToast(page, 'Signed out everywhere else')
  await expect(log.getByRole('listitem')).toContainText('Signed out everywhere else')
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(0)
})

test('this device and the three used last are shown, and the others on request', async ({
  page,
  member,
  world,
}) => {
  for (let device = 0; device < 5; device += 1) await world.session(member.id)
  await page.goto('/account/security')
  const devices = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(devices.getByRole('listitem')).toHaveCount(4)
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  await devices.getByRole('button', { name: 'Show all 6 devices' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(6)
})
