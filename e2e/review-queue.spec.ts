import type { Locator, Page } from '@playwright/test'
import { openEntry, openFromList, queueRow } from '#web/testing/story-steps.ts'
import { expectSoundPage, onEmptySite, test } from './fixtures.ts'
import type { Site } from './site.ts'
import { expect, expectToast, passUndoTime, pauseUndoTime, toastArea } from './story-steps.ts'

// An empty site: each test starts with empty queues.
onEmptySite()

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('story').execute()
  await site.db.deleteFrom('guidanceRequest').execute()
})

async function statuses(site: Site): Promise<Record<string, string>> {
  const rows = await site.db.selectFrom('story').select(['title', 'status']).execute()
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]))
}

/** Presses keys and counts them. */
function counter(page: Page): { press: (key: string) => Promise<void>; count: () => number } {
  let pressed = 0
  return {
    press: async (key) => {
      pressed += 1
      await page.keyboard.press(key)
    },
    count: () => pressed,
  }
}

/** Clicks twice in the same place, as fast as a person can. */
async function clickTwice(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to click.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
}

/** Clicks once more in the same place, after the server has answered. */
async function clickAgain(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

async function ask(page: Page, content: string): Promise<void> {
  const answer = await page.request.post('/api/guidance', {
    data: { content, category: 'faith' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
}

async function reportTwice(site: Site, storyId: number, cookies: string[]): Promise<void> {
  for (const cookie of cookies) {
    const answer = await fetch(`${site.url}/api/stories/${storyId}/report`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: 'It is an advertisement.' }),
    })
    expect(answer.status).toBe(204)
  }
}

test('30 stories can be approved by keyboard alone, with one key each', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  const titles = Array.from({ length: 30 }, (_, index) => `Story number ${index + 1}.`)
  for (const title of titles) await world.story({ author, title, status: 'pending' })
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await page.goto('/admin?tab=stories')
  const keys = counter(page)
  await expect(page.getByText('1 of 30')).toBeVisible()
  for (const title of titles) {
    const entry = openEntry(page, title)
    await expect(entry.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    await keys.press('a')
    await expect(queueRow(page, title).last()).toContainText('Approving')
  }
  expect(keys.count()).toBe(30)
  await passUndoTime(page)
  await expect(page.getByText('No stories are waiting')).toBeVisible()
  expect(new Set(Object.values(await statuses(site)))).toEqual(new Set(['approved']))
})

test('the second click of a double click on Approve doesn’t hit the next story', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page, { holdsNext: true })
  await page.goto('/admin?tab=stories')
  await clickTwice(page, openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }))
  await expect(openEntry(page, 'Two')).toBeVisible()
  await clickAgain(page)
  await expect(queueRow(page, 'One')).toContainText('Approving')
  await passUndoTime(page)
  await expect(queueRow(page, 'One')).toContainText('✓ Story Approved')
  await expect(queueRow(page, 'Two')).not.toContainText('Approving')
  expect(await statuses(site)).toEqual({ One: 'approved', Two: 'pending', Three: 'pending' })
})

test('on a phone, the next story opens at its beginning, with Undo in view', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  const content = 'We walked on, and it was a long way. '.repeat(80)
  for (const title of ['One', 'Two'])
    await world.story({ author, title, content, status: 'pending' })
  const page = await openPage({
    as: await world.admin(),
    viewport: { width: 375, height: 720 },
  })
  await pauseUndoTime(page)
  await page.goto('/admin?tab=stories')
  await page.getByLabel('New tag').scrollIntoViewIfNeeded()
  await openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }).click()
  await expect(page.getByRole('heading', { name: 'Two' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Open story' })).toBeFocused()
})

test('the second click of a double click on Keep doesn’t hit the next report', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  const members = [await world.member(), await world.member()]
  for (const title of ['One', 'Two']) {
    const storyId = await world.story({ author, title })
    await reportTwice(
      site,
      storyId,
      members.map(({ cookie }) => cookie),
    )
  }
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page, { holdsNext: true })
  await page.goto('/admin?tab=stories&part=reports')
  await clickTwice(page, openEntry(page, 'One').getByRole('button', { name: 'Keep' }))
  await expect(openEntry(page, 'Two')).toBeVisible()
  await clickAgain(page)
  await passUndoTime(page)
  await expect(queueRow(page, 'One')).toContainText('✓ Story kept')
  await expect(queueRow(page, 'Two')).not.toContainText('Keeping')
  const open = await site.db
    .selectFrom('report')
    .innerJoin('story', 'story.storyId', 'report.storyId')
    .select('story.title')
    .distinct()
    .where('report.resolvedAt', 'is', null)
    .execute()
  expect(open).toEqual([{ title: 'Two' }])
})

test('a second click on Hide Request or Release doesn’t hit the next request', async ({
  openPage,
  site,
  world,
}) => {
  const requester = await openPage({ as: await world.member() })
  for (const content of ['First question', 'Second question']) await ask(requester, content)
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await page.goto('/admin?tab=guidance')
  const first = openEntry(page, 'First question')
  await first.getByRole('button', { name: /^Claim/ }).click()
  await expect(first.getByText('You claimed this')).toBeVisible()
  await clickTwice(page, first.getByRole('button', { name: /^Release/ }))
  await expect(first.getByRole('button', { name: /^Claim/ })).toBeVisible()
  await clickAgain(page)
  await expect(first.getByRole('button', { name: /^Claim/ })).toBeVisible()
  await first.getByRole('button', { name: /^More actions/ }).click()
  await clickTwice(page, page.getByRole('menuitem', { name: 'Hide Request' }))
  await expect(openEntry(page, 'Second question')).toBeVisible()
  await expect(queueRow(page, 'First question')).toContainText('Hiding')
  await passUndoTime(page)
  await expect(queueRow(page, 'First question')).toContainText('✓ Request hidden')
  const rows = await site.db
    .selectFrom('guidanceRequest')
    .innerJoin('reviewItem as item', 'item.subjectId', 'guidanceRequestId')
    .where('item.subject', '=', 'guidance')
    .select(['isHidden', 'item.claimedBy'])
    .orderBy('guidanceRequestId')
    .execute()
  expect(rows).toEqual([
    { isHidden: true, claimedBy: null },
    { isHidden: false, claimedBy: null },
  ])
})

test('a pending decision is sent when the administrator leaves the page', async ({
  openPage,
  site,
  world,
  expectedErrors,
}) => {
  // The decision makes the page refetch its queue while the session ends.
  expectedErrors.push(/status of 401 .*\/api\/admin\//)
  const author = await world.member()
  const titles = ['By another tab', 'By another page', 'By logging out']
  for (const title of titles) await world.story({ author, title, status: 'pending' })
  const admin = await world.admin()
  const page = await openPage({ as: admin })
  await pauseUndoTime(page)
  const approve = async (title: string): Promise<void> => {
    await page.goto('/admin?tab=stories')
    const entry = await openFromList(page, title)
    await entry.getByRole('button', { name: `Approve: ${title}` }).click()
    await expect(queueRow(page, title)).toContainText('Approving')
  }
  await approve('By another tab')
  await page.getByRole('link', { name: 'Active Stories' }).click()
  await expect(toastArea(page)).toContainText('Story approved successfully')
  expect((await statuses(site))['By another tab']).toBe('approved')
  await approve('By another page')
  await page.goto('about:blank')
  await expect.poll(async () => (await statuses(site))['By another page']).toBe('approved')
  await approve('By logging out')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect((await statuses(site))['By logging out']).toBe('approved')
})

test('read stories can be approved together, except those that need care', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  await world.story({ author, title: 'Night', status: 'pending', content: 'I wanted to die.' })
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await page.goto('/admin?tab=stories')
  // Stories with crisis words come first, behind a neutral line.
  const hard = openEntry(page, 'A story that may be hard to read')
  await expect(hard).toBeVisible()
  await expect(page.getByText('I wanted to die.')).toHaveCount(0)
  await expectSoundPage(page)
  await expect(page.getByRole('checkbox', { name: 'Select: May be hard to read' })).toBeDisabled()
  const third = page.getByRole('checkbox', { name: 'Select: Three' })
  await expect(third).toBeDisabled()
  await third.press('Space')
  await expectToast(page, 'Open it first, to read it.')
  await expect(third).not.toBeChecked()
  await hard.getByRole('button', { name: 'Pass on' }).click()
  await expect(openEntry(page, 'One')).toBeFocused()
  await page.keyboard.press('j')
  await expect(openEntry(page, 'Two')).toBeVisible()
  for (const title of ['One', 'Two']) {
    await page.getByRole('checkbox', { name: `Select: ${title}` }).check()
  }
  await page.getByRole('button', { name: 'Approve selected 2' }).click()
  await expect(queueRow(page, 'One')).toContainText('Approving')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/admin/stories/pending*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await passUndoTime(page)
  await expect(queueRow(page, 'One')).toContainText('✓ Story Approved')
  await expect(queueRow(page, 'Two')).toContainText('✓ Story Approved')
  expect(await statuses(site)).toEqual({
    One: 'approved',
    Two: 'approved',
    Three: 'pending',
    Night: 'pending',
  })
  await page.getByRole('button', { name: 'Update list' }).click()
  // Until the server answers, the page has only the previous list.
  await expect(page.getByRole('button', { name: 'Update list' })).toBeDisabled()
  await expect(queueRow(page, 'One')).toContainText('✓ Story Approved')
  gate.resolve()
  await expect(queueRow(page, 'One')).toHaveCount(0)
  await queueRow(page, 'May be hard to read').getByRole('button').click()
  await queueRow(page, 'May be hard to read').getByRole('button').click()
  await hard.getByRole('button', { name: 'Open' }).click()
  const opened = openEntry(page, 'Night')
  await expect(opened).toContainText('I wanted to die.')
  // After being opened and claimed, it can still be passed on without a reason.
  await page.keyboard.press('c')
  await expect(opened.getByText('You claimed this')).toBeVisible()
  await opened.getByRole('button', { name: 'Pass on' }).click()
  await expect(queueRow(page, 'May be hard to read')).toContainText('Skipped')
  await queueRow(page, 'May be hard to read').getByRole('button').click()
  await expect(hard.getByRole('button', { name: /^Claim/ })).toBeVisible()
  await expect(page.getByText('I wanted to die.')).toHaveCount(0)
  expect(await statuses(site)).toMatchObject({ Night: 'pending' })
})

test('a colleague’s claims and decisions appear at once, with their name', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two']) await world.story({ author, title, status: 'pending' })
  const olive = await openPage({ as: await world.admin({ anonymousUsername: 'Olive Press' }) })
  const fig = await openPage({ as: await world.admin({ anonymousUsername: 'Fig Leaf' }) })
  for (const page of [olive, fig]) {
    await pauseUndoTime(page)
    await page.goto('/admin?tab=stories')
    await openFromList(page, 'One')
  }
  const badge = fig.getByRole('link', { name: /^Stories/ })
  await expect(badge).toHaveAccessibleName('Stories 2 waiting')
  await olive.keyboard.press('c')
  await expect(openEntry(olive, 'One').getByText('You claimed this')).toBeVisible()
  const seen = openEntry(fig, 'One')
  await expect(seen.getByText('Olive Press claimed this')).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Approve: One' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await fig.keyboard.press('a')
  await expect(queueRow(fig, 'One')).not.toContainText('Approving')

  await olive.keyboard.press('a')
  await passUndoTime(olive)
  await expect(fig.getByRole('region', { name: 'Open story' })).toHaveText(
    /^Approved by Olive Press/,
  )
  await expect(queueRow(fig, 'One')).toContainText('Approved by Olive Press')
  await expect(badge).toHaveAccessibleName('Stories 1 waiting')
  await expect(queueRow(fig, 'Two')).toBeVisible()
  await fig.getByRole('button', { name: 'Update list' }).click()
  await expect(queueRow(fig, 'One')).toHaveCount(0)
  await expect(openEntry(fig, 'Two')).toBeVisible()
})
