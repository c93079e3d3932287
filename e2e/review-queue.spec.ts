import type { Locator, Page } from '@playwright/test'
import { openEntry, openFromList, queueRow } from '#web/testing/story-steps.ts'
import { despiteServer } from './blank.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import type { Site } from './site.ts'
import {
  expectToast,
  keepToasts,
  passReadTime,
  passUndoTime,
  pauseReadTime,
  pauseUndoTime,
  toastArea,
} from './story-steps.ts'

// An empty site: each test starts with empty queues.
onEmptySite()

test.beforeEach(async ({ site }) => {
  await despiteServer(() => site.db.deleteFrom('story').execute())
  await despiteServer(() => site.db.deleteFrom('guidanceRequest').execute())
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

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to press.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Clicks twice in the same place, as fast as a person can. */
async function clickTwice(page: Page, target: Locator): Promise<void> {
  const { x, y } = await middleOf(target)
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
}

/** Clicks once more in almost the same place: a hand is never quite still. */
async function clickAgain(page: Page, target: { x: number; y: number }, by = 6): Promise<void> {
  await page.mouse.click(target.x + by, target.y - by)
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
  await pauseReadTime(page)
  await page.goto('/admin/stories')
  const keys = counter(page)
  await expect(page.getByText('1 of 30')).toBeVisible()
  for (const title of titles) {
    const entry = openEntry(page, title)
    await expect(entry.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    await passReadTime(page)
    await keys.press('a')
    await expect(queueRow(page, title).last()).toContainText('Approving')
  }
  expect(keys.count()).toBe(30)
  await passUndoTime(page)
  await expect(page.getByText('No stories are waiting')).toBeVisible()
  expect(new Set(Object.values(await statuses(site)))).toEqual(new Set(['approved']))
})

test('a second click on Approve never hits another story, however late it comes', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await page.clock.install()
  await page.goto('/admin/stories')
  const approve = await middleOf(
    openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }),
  )
  await page.mouse.click(approve.x, approve.y)
  const two = openEntry(page, 'Two')
  // Three clicks of a hurried hand, one after the first decision was sent, and one a day later.
  for (const later of [0, 700, 700, 7_000, 86_400_000]) {
    await expect(two).toBeVisible()
    await page.clock.fastForward(later)
    await clickAgain(page, approve)
    await expect(two).toContainText(
      'Take a moment to read this story. Move the pointer, then decide.',
    )
  }
  await passUndoTime(page)
  await expect(queueRow(page, 'One')).toContainText('✓ Story Approved')
  await expect(queueRow(page, 'Two')).not.toContainText('Approving')
  expect(await statuses(site)).toEqual({ One: 'approved', Two: 'pending', Three: 'pending' })

  // Somebody who reads moves the pointer.
  await two.getByRole('heading', { name: 'Two' }).hover()
  await page.mouse.click(approve.x, approve.y)
  await expect(queueRow(page, 'Two')).toContainText('Approving')
  await expect(openEntry(page, 'Three')).toBeVisible()
  await clickAgain(page, approve)
  await expect(queueRow(page, 'Three')).not.toContainText('Approving')
})

test('after scrolling to the end of a story, a click decides about it', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  const content = 'We walked on, and it was a long way. '.repeat(200)
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, content, status: 'pending' })
  }
  // The decisions are at the end of the screen, also while the text is folded.
  const viewport = { width: 1280, height: 600 }
  const page = await openPage({ as: await world.admin(), viewport })
  await pauseUndoTime(page)
  await page.goto('/admin/stories')
  const approve = await middleOf(
    openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }),
  )
  await page.mouse.click(approve.x, approve.y)
  const two = openEntry(page, 'Two')
  await two.getByRole('button', { name: 'Read more' }).press('Enter')
  await page.mouse.click(approve.x, approve.y)
  await expect(two).toContainText('Take a moment to read this story.')
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await page.mouse.click(approve.x, approve.y)
  await expect(queueRow(page, 'Two')).toContainText('Approving')
})

test('on a phone, a second tap never hits another story until it was touched elsewhere', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
  const page = await openPage({ as: await world.admin(), ...phone })
  await pauseUndoTime(page)
  await page.goto('/admin/stories')
  const approve = await middleOf(
    openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }),
  )
  await page.touchscreen.tap(approve.x, approve.y)
  const two = openEntry(page, 'Two')
  await expect(two).toBeVisible()
  for (const by of [0, 8, -8]) {
    await page.touchscreen.tap(approve.x + by, approve.y + by)
    await expect(two).toContainText(
      'Take a moment to read this story. Touch its text, then decide.',
    )
  }
  await two.getByRole('heading', { name: 'Two' }).tap()
  await two.getByRole('button', { name: 'Approve: Two' }).tap()
  await expect(openEntry(page, 'Three')).toBeVisible()
  await passUndoTime(page)
  await expect
    .poll(() => statuses(site))
    .toEqual({ One: 'approved', Two: 'approved', Three: 'pending' })
})

test('a key decides only about a story that has been open for a second, and a held key never', async ({
  openPage,
  site,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await pauseReadTime(page)
  await page.goto('/admin/stories')
  const one = openEntry(page, 'One')
  await expect(one).toBeVisible()
  const words = 'Take a moment to read this story. Then press the key again.'
  const approveOne = one.getByRole('button', { name: 'Approve: One' })
  for (const key of ['a', 'Enter', 'Space']) {
    if (key !== 'a') await approveOne.focus()
    await page.keyboard.press(key)
    await expect(one).toContainText(words)
    await expect(queueRow(page, 'One')).not.toContainText('Approving')
  }
  await passReadTime(page)
  // Enter on the focused button, which is held.
  await page.keyboard.down('Enter')
  const two = openEntry(page, 'Two')
  await expect(two).toBeFocused()
  await passReadTime(page)
  await page.keyboard.down('Enter')
  await two.getByRole('button', { name: 'Approve: Two' }).focus()
  await page.keyboard.down('Enter')
  await expect(two).toContainText(words)
  await page.keyboard.up('Enter')
  await page.keyboard.down('a')
  await expect(openEntry(page, 'Three')).toBeFocused()
  await passReadTime(page)
  await page.keyboard.down('a')
  await page.keyboard.down('a')
  await page.keyboard.up('a')
  await expect(queueRow(page, 'Three')).not.toContainText('Approving')
  await passUndoTime(page)
  await expect
    .poll(() => statuses(site))
    .toEqual({ One: 'approved', Two: 'approved', Three: 'pending' })
})

test('a screen reader’s press counts like a key: the pointer need not move', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  for (const title of ['One', 'Two', 'Three']) {
    await world.story({ author, title, status: 'pending' })
  }
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await pauseReadTime(page)
  await page.goto('/admin/stories')
  for (const title of ['One', 'Two']) {
    const approve = openEntry(page, title).getByRole('button', { name: `Approve: ${title}` })
    await approve.dispatchEvent('click')
    await expect(queueRow(page, title)).not.toContainText('Approving')
    await passReadTime(page)
    await approve.dispatchEvent('click')
    await expect(queueRow(page, title)).toContainText('Approving')
  }
})

test('after a rejection, the message lies over nothing of the next story', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  const content = 'We walked on, and it was a long way. '.repeat(80)
  // The list beside the story is longer than its place.
  for (let number = 1; number <= 9; number++) {
    await world.story({ author, title: `Story ${number}`, content, status: 'pending' })
  }
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    const page = await openPage({ as: await world.admin(), viewport })
    await pauseUndoTime(page)
    await page.goto('/admin?tab=stories')
    await keepToasts(page)
    const first = page.getByRole('region', { name: 'Open story' })
    const title = await first.getByRole('heading').first().textContent()
    await page.getByRole('button', { name: `Reject: ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject story' })
    await dialog.getByLabel('Reason').fill('Say how it ended.')
    await dialog.getByRole('button', { name: 'Reject story' }).click()
    await expect(dialog).toHaveCount(0)
    await passUndoTime(page)
    const message = page.locator('[data-toasts] li', { hasText: 'Story rejected successfully' })
    await expect(message).toBeVisible()
    const card = page.locator('[data-read]')
    await expect
      .poll(async () => {
        const [one, other] = [await message.boundingBox(), await card.boundingBox()]
        if (!one || !other) return 'missing'
        const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
        const isAbove = one.y + one.height <= other.y
        return isBeside || isAbove ? 'free' : 'over'
      })
      .toBe('free')
  }
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
  await page.goto('/admin/stories')
  await page.getByLabel('New tag').scrollIntoViewIfNeeded()
  await openEntry(page, 'One').getByRole('button', { name: 'Approve: One' }).click()
  await expect(page.getByRole('heading', { name: 'Two' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Open story' })).toBeFocused()
})

test('a second click on Keep never hits another report, however late it comes', async ({
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
  await pauseUndoTime(page)
  await page.goto('/admin/reports')
  const keep = await middleOf(openEntry(page, 'One').getByRole('button', { name: 'Keep' }))
  await page.mouse.click(keep.x, keep.y)
  const two = openEntry(page, 'Two')
  await expect(two).toBeVisible()
  await clickAgain(page, keep)
  await expect(two).toContainText('Take a moment to read this report.')
  await passUndoTime(page)
  await expect(queueRow(page, 'One')).toContainText('✓ Story kept')
  await clickAgain(page, keep)
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

test('a second click on Hide Request or Release never hits the next request', async ({
  openPage,
  site,
  world,
}) => {
  const requester = await openPage({ as: await world.member() })
  for (const content of ['First question', 'Second question']) await ask(requester, content)
  const page = await openPage({ as: await world.admin() })
  await pauseUndoTime(page)
  await page.goto('/admin/guidance')
  const first = openEntry(page, 'First question')
  await first.getByRole('button', { name: /^Claim/ }).click()
  await expect(first.getByText('You claimed this')).toBeVisible()
  await clickTwice(page, first.getByRole('button', { name: /^Release/ }))
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
    await page.goto('/admin/stories')
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
  await page.goto('/admin/stories')
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
  const together = page.getByRole('button', { name: /^Approve selected/ })
  await expect(together).toHaveCount(0)
  await hard.getByRole('button', { name: 'Pass on' }).click()
  await expect(openEntry(page, 'One')).toBeFocused()
  // Once it has been open for a second.
  await expect(page.getByRole('checkbox', { name: 'Select: One' })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(openEntry(page, 'Two')).toBeVisible()
  for (const title of ['One', 'Two']) {
    await page.getByRole('checkbox', { name: `Select: ${title}` }).check()
  }
  await expect(together).toHaveText('Approve selected 2')
  await together.click()
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
    await pauseReadTime(page)
    await page.goto('/admin/stories')
    await openFromList(page, 'One')
  }
  // The navigation's, above the row of lists.
  const badge = fig.getByRole('link', { name: /^Stories/ }).first()
  await expect(badge).toHaveAccessibleName('Stories 2 waiting')
  await olive.keyboard.press('c')
  await expect(openEntry(olive, 'One').getByText('You claimed this')).toBeVisible()
  const seen = openEntry(fig, 'One')
  await expect(seen.getByText('Olive Press claimed this')).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Approve: One' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await passReadTime(fig)
  await fig.keyboard.press('a')
  await expect(queueRow(fig, 'One')).not.toContainText('Approving')
  await expect(seen.getByRole('button', { name: 'Reject: One' })).toBeDisabled()
  await expect(seen.getByLabel('New tag')).toBeDisabled()
  await seen.getByRole('button', { name: 'More actions: One' }).press('Enter')
  for (const name of ['Warn author', 'Suspend author']) {
    await expect(fig.getByRole('menuitem', { name })).toBeDisabled()
  }
  await fig.keyboard.press('Enter')
  await expect(fig.getByRole('dialog', { name: /^(Warn|Suspend) the author/ })).toHaveCount(0)
  await fig.keyboard.press('Escape')

  await passReadTime(olive)
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
