import { PRESETS } from '#contract/rights.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'

// An empty site: its queues contain only what these tests add.
onEmptySite()

const PAGES = {
  owner: [
    'Today',
    'Stories',
    'Active Stories',
    'Guidance',
    'Daily Content',
    'Users',
    'Settings',
    'Email',
    'Products',
    'Trivia',
    'Scheduled Emails',
    'Live room',
  ],
  pastor: [
    'Today',
    'Stories',
    'Active Stories',
    'Guidance',
    'Daily Content',
    'Email',
    'Trivia',
    'Scheduled Emails',
    'Live room',
  ],
  treasurer: ['Today', 'Products'],
  helper: ['Today', 'Stories', 'Active Stories', 'Guidance'],
} as const

/** This page doesn't have the administration's navigation. */
const ELSEWHERE = 'Live room'

for (const [preset, labels] of Object.entries(PAGES)) {
  test(`a ${preset} finds their own pages and no others`, async ({ page, world, signIn }) => {
    // The keys of PAGES are presets.
    const rights = PRESETS[preset as keyof typeof PAGES]
    await signIn(await world.admin({ rights }))
    await page.goto('/admin')
    const menu = page.getByRole('navigation', { name: 'Administration' })
    const links = menu.getByRole('link')
    await expect(links).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
    const place = await menu.boundingBox()
    // No page requests data that its member may not see, which would log a console error.
    for (const label of labels.filter((each) => each !== ELSEWHERE)) {
      const link = links.filter({ hasText: new RegExp(`^${label}`) })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await page.waitForLoadState('networkidle')
      // If the menu moved, a press that began before would miss.
      await expect.poll(() => menu.boundingBox()).toEqual(place)
    }
    await page.goto('/admin/settings')
    await expect(links).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    if (preset !== 'owner') {
      await expect(page.getByText(/^This page isn’t part of your role/)).toBeVisible()
    } else {
      await page.goto('/admin/backups')
      await page.getByRole('button', { name: 'Check now' }).click()
      await expect(page.getByText(/^Fine \(\d+\)$/)).toBeVisible()
      await expectSoundPage(page)
    }
  })
}

test('a host is led to the host’s page of the live room, and other administrators to the members’ page', async ({
  page,
  openPage,
  world,
  signIn,
}) => {
  await signIn(await world.admin({ rights: ['host'] }))
  await page.goto('/admin')
  await page.getByRole('main').getByRole('link', { name: 'Live room' }).click()
  await expect(page).toHaveURL('/sfx-members')
  await expect(page.getByRole('button', { name: 'Start Broadcasting' })).toBeVisible()

  const theirs = await openPage({ as: await world.admin({ rights: PRESETS.helper }) })
  await theirs.goto('/sfx-members')
  await expect(theirs).toHaveURL('/live')
})
