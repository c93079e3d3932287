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

test('the account page shows the security log, and can sign out everywhere else', async ({
  page,
  member,
  world,
}) => {
  await world.session(member.id)
  await page.goto('/account/security')
  const card = page.getByRole('region', { name: 'Recent security activity' })
  await expect(card).toContainText('Nothing in the last 90 days.')
  await card.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  await closeToast(page, 'Signed out everywhere else')
  await expect(card.getByRole('listitem')).toContainText('Signed out everywhere else')
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(0)
})
