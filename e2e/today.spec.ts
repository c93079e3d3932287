import { expect, expectSoundPage, expectToast, onEmptySite, test } from './fixtures.ts'

onEmptySite()

test('an administrator first sees waiting work and remaining setup', { tag: '@journey' }, async ({
  openPage,
  world,
}) => {
  const page = await openPage({ as: await world.admin() })
  await page.goto('/admin')
  await expect(page).toHaveTitle('Today · Admin Dashboard · Folx')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  const setup = page.getByRole('region', { name: 'Set up your community' })
  await expect(setup.getByRole('listitem').filter({ hasText: 'Name and logo' })).toContainText(
    'Choose a name and a logo',
  )
  const joining = setup.getByRole('link', { name: 'Choose who may join' })
  await expect(joining).toBeHidden()
  await setup.getByText('Invite people').click()
  await expect(joining).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Daily Practice' })).toHaveCount(1)
  await expectSoundPage(page)

  // Updates live: another page of the site causes the change.
  await world.story({ author: await world.member(), title: 'One', status: 'pending' })
  await page.reload()
  await expect(page.getByRole('link', { name: '1 story' })).toBeVisible()
  // With its first member, that step is done and folded.
  await expect(setup.getByText('Invite people')).toBeHidden()
  await setup.getByRole('link', { name: 'Choose a name and a logo' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page).toHaveTitle('Settings · Admin Dashboard · Folx')
  await page.getByLabel('Site title').fill('Riverside')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Website settings updated successfully')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page).toHaveTitle('Today · Admin Dashboard · Riverside')
  await expect(setup.getByText('Choose a name and a logo')).toHaveCount(0)
  await page.getByRole('link', { name: '1 story' }).click()
  await expect(page).toHaveTitle('Stories · Admin Dashboard · Riverside')
  await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
})
