import { PRESETS } from '#contract/rights.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'

// A site of its own: what waits in its queues is of these tests.
test.use({ siteName: 'team' })

const TABS = {
  owner: [
    'Stories',
    'Active Stories',
    'Guidance',
    'Daily Content',
    'Users',
    'Settings',
    'Email',
    'Products',
    'Trivia',
  ],
  pastor: ['Stories', 'Active Stories', 'Guidance', 'Daily Content', 'Email', 'Trivia'],
  treasurer: ['Products'],
  helper: ['Stories', 'Active Stories', 'Guidance'],
} as const

for (const [preset, labels] of Object.entries(TABS)) {
  test(`a ${preset} finds their own tabs and no others`, async ({
    page,
    context,
    world,
    signIn,
  }) => {
    // The keys of TABS are presets.
    const rights = PRESETS[preset as keyof typeof TABS]
    await signIn(context, await world.admin({ rights }))
    await page.goto('/admin')
    const tabs = page.getByRole('tablist', { name: 'Administration' }).getByRole('tab')
    await expect(tabs).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
    await expectSoundPage(page)
    // No page asks for what its member may not see: that would be an error in the console.
    for (const label of labels) {
      await page
        .getByRole('tab', { name: new RegExp(`^${label}`) })
        .first()
        .click()
      await expect(page.getByRole('tabpanel').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    await page.goto('/admin?tab=website-settings')
    await expect(tabs).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
  })
}

test('who may host alone is led to the live room, and others of the team to the members’ page', async ({
  page,
  context,
  openPage,
  world,
  signIn,
}) => {
  await signIn(context, await world.admin({ rights: ['host'] }))
  await page.goto('/admin')
  await expectSoundPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Live Coaching' }).click()
  await expect(page).toHaveURL('/sfx-members')
  await expect(page.getByRole('button', { name: 'Start Broadcasting' })).toBeVisible()

  const theirs = await openPage({ as: await world.admin({ rights: PRESETS.helper }) })
  await theirs.goto('/sfx-members')
  await expect(theirs).toHaveURL('/live')
})
