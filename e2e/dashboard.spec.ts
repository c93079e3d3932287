import type { Locator, Page } from '@playwright/test'
import { expect, expectSoundPage, expectToast, openInApp, tabTo, test } from './fixtures.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

const FIRST_SCREENS = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
]

for (const viewport of FIRST_SCREENS) {
  test(`the day’s steps are done in one place at ${viewport.width} px`, async ({
    openPage,
    world,
  }) => {
    await world.story({
      author: await world.member(),
      title: 'Nobody has answered this one yet',
      content: 'The night was long, and I kept the lamp lit until the morning came. '.repeat(6),
    })
    const page = await openPage({ as: await world.member({ createdAt: LONG_AGO }), viewport })
    await openInApp(page, '/dashboard')
    await expect(card(page, 'Mood & Gratitude').getByRole('radio')).toHaveCount(7)
    await expect(page.getByRole('link', { name: "Start Today's Flow" })).toBeInViewport({
      ratio: 1,
    })
    await card(page, 'Mood & Gratitude').getByRole('radio', { name: 'Peace' }).click()
    await card(page, 'Mood & Gratitude').getByRole('button', { name: 'Share' }).click()

    const word = card(page, 'Today’s verse')
    await expect(word.getByRole('heading', { name: 'Today’s verse' })).toBeFocused()
    await expect(word.getByRole('blockquote')).toHaveText(/\w+/)
    await expect(card(page, 'Mood & Gratitude')).toContainText('Peace')
    await expectSoundPage(page)
    await word.getByRole('button', { name: 'I’ve read it' }).click()

    const action = card(page, 'One small step')
    await expect(action.getByRole('checkbox')).toHaveCount(5)
    await expectSoundPage(page)
    await action.getByRole('checkbox', { name: /^Prayer/ }).click()
    await expectToast(page, 'Daily action completed!')

    const encourage = card(page, 'Encourage someone')
    // Whose story it is depends on the other tests of this site; see `first-morning.db.test.ts`.
    await expect(encourage.getByRole('button', { name: 'Send a heart' })).toBeVisible()
    await expectSoundPage(page)
    const story = await encourage.getByRole('link', { name: 'Read the story' }).getAttribute('href')
    await encourage.getByRole('button', { name: 'Send a heart' }).click()
    await expectToast(page, 'Reaction added!')

    const end = card(page, 'That is all for today')
    await expect(end.getByRole('blockquote')).toBeVisible()
    await expect(end.getByRole('button', { name: 'Not now' })).toHaveCount(0)
    await expectSoundPage(page)
    // The day stays done.
    await page.goto('/dashboard')
    await expect(end).toBeVisible()
    await page.goto(story ?? '')
    await expect(page.getByRole('button', { name: /^Heart, / })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
}

test('the mood is shared on the dashboard, and is then collapsed to one line', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard')
  const mood = card(page, 'Mood & Gratitude')
  await tabTo(mood.getByRole('radio', { name: 'Joyful' }))
  await page.keyboard.press('ArrowRight')
  await expect(mood.getByRole('radio', { name: 'Peace' })).toBeFocused()
  const notes = mood.getByLabel('Your daily gratitude and mood expression')
  await notes.fill('Rain on the window.')
  // Unsent text survives a reload.
  await page.reload()
  await expect(notes).toHaveValue('Rain on the window.')
  await expect(mood.getByRole('radio', { name: 'Peace' })).toBeChecked()
  await mood.getByRole('button', { name: 'Share' }).click()
  await expectToast(page, 'Gratitude & Mood Sent Into The Universe Successfully')
  await page.reload()
  await expect(mood).toContainText('Peace')
  await expect(mood).toContainText('Rain on the window.')
  await expect(mood.getByRole('radio')).toHaveCount(0)
  await mood.getByRole('link', { name: 'Open journal' }).click()
  await expect(page.getByRole('dialog', { name: 'Your journal' })).toBeVisible()
  await page.keyboard.press('Escape')
  // What the device remembers of the day isn't a draft that signing out would lose.
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
})

test('the dashboard does not open a journal with a lock', async ({ page, member, site }) => {
  await page.request.post('/api/moods', {
    data: { mood: 'sad', notes: 'For nobody else.' },
    headers: { origin: site.url },
  })
  await site.db
    .updateTable('member')
    .set({ journalLockMinutes: 5 })
    .where('memberId', '=', member.id)
    .execute()
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/moods') requests.push(request.url())
  })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await expect(card(page, 'Mood & Gratitude')).toContainText('Your journal has a lock.')
  await expect(page.getByText('For nobody else.')).toHaveCount(0)
  expect(requests).toEqual([])
})

test('a new reply appears on the dashboard at once, until it is opened', {
  tag: '@journey',
}, async ({ page, openPage, world, signIn }) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'The lamp stayed lit' })
  await signIn(author)
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto('/dashboard')
  await listening
  const waiting = card(page, 'Waiting for you')
  await expect(waiting).toHaveCount(0)
  const reader = await openPage({ as: await world.member() })
  await reader.goto(`/flow?story=${storyId}`)
  await reader.getByLabel('Your reply').fill('Thank you for this.')
  await reader.getByRole('button', { name: 'Send reply' }).click()
  const entry = waiting.getByRole('link', { name: 'New reply to your story' })
  await expect(entry).toContainText('“The lamp stayed lit”')
  const read = page.waitForResponse(/\/api\/notifications\/\d+\/read$/)
  await entry.click()
  await read
  await expect(page.getByRole('heading', { name: 'The lamp stayed lit' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(waiting).toHaveCount(0)
})

test('a newcomer’s three steps are ticked once they are done, and disappear after the last one', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const member = await world.member({ createdAt: new Date() })
  const storyId = await world.story({ author: await world.member() })
  await signIn(member)
  await page.goto('/dashboard')
  const first = card(page, 'Your first morning')
  const steps = first.getByRole('listitem')
  await expect(steps).toHaveText([/Share how you feel/, /Take one small step/, /Encourage someone/])
  await expect(first.getByText('Done')).toHaveCount(0)
  await expectSoundPage(page)
  await steps.nth(0).getByRole('link').click()
  await expect(page).toHaveURL('/dashboard#mood-title')
  await expect(card(page, 'Mood & Gratitude')).toBeInViewport()
  // Which story the third step leads to depends on the other tests of this site.
  await expect(steps.nth(2).getByRole('link')).toHaveAttribute('href', /^\/flow\?story=\d+$/)
  await steps.nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/flow?tab=faith')

  const headers = { origin: site.url }
  await page.request.post('/api/daily-actions', { data: { actionType: 'prayer' }, headers })
  await page.goto('/dashboard')
  await expect(steps.nth(1)).toContainText('Done')
  await expect(first.getByText('Done')).toHaveCount(1)
  await page.request.post('/api/moods', { data: { mood: 'peaceful' }, headers })
  await page.request.post('/api/stories/react', { data: { storyId, reaction: 'heart' }, headers })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await expect(card(page, 'Mood & Gratitude')).toContainText('Peace')
  await expect(first).toHaveCount(0)
})

test('a newcomer’s first screen has the three steps and the day’s flow, on a phone and on a desk', async ({
  openPage,
  world,
}) => {
  const page = await openPage({ as: await world.member({ createdAt: new Date() }) })
  await page.goto('/dashboard')
  for (const viewport of FIRST_SCREENS) {
    await page.setViewportSize(viewport)
    const steps = card(page, 'Your first morning').getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.last()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: "Start Today's Flow" })).toBeInViewport({
      ratio: 1,
    })
  }
})
