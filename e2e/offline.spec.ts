import type { Page } from '@playwright/test'
import { HOUR_MS } from '#contract/durations.ts'
import { logicalDate } from '#contract/logical-date.ts'
import { fillStory, openStoryForm, storyCard } from '#web/testing/story-steps.ts'
import { callAs } from './calls.ts'
import { storedRows } from './device-storage.ts'
import { expect, expectSoundPage, expectToast, setBox, test } from './fixtures.ts'
import { giveVoices, OWN_VOICE, spokenOn } from './speech-steps.ts'
import { recordUntil } from './story-steps.ts'

test.use({ siteName: 'offline', serviceWorkers: 'allow' })

const AWAY = /ERR_INTERNET_DISCONNECTED/

/** Waits until the app can open offline with everything the page has read. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => keptAnswers(page), { message: 'answers that are kept on the device' })
    .toContain('/api/user')
}

/** The paths of the kept answers on this device. */
function keptAnswers(page: Page): Promise<string[]> {
  return readStore(page, 'answer', (row) => row.queryKey?.[0] ?? '')
}

/** The URLs of the waiting calls on this device, of any member. */
function waitingCalls(page: Page): Promise<string[]> {
  return readStore(page, 'call', (row) => row.url ?? '')
}

/** The keys of all drafts on this device, of any member. */
function keptDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('folx:draft:')),
  )
}

/** The number of unsent recordings on this device. */
async function keptRecordings(page: Page): Promise<number> {
  const rows = await storedRows(page, { database: 'story-recording', store: 'draft' })
  return rows.length
}

interface Row {
  url?: string
  queryKey?: string[]
}

async function readStore(
  page: Page,
  store: 'answer' | 'call',
  wordOf: (row: Row) => string,
): Promise<string[]> {
  const rows = await storedRows<Row>(page, { database: 'folx', store })
  return rows.map(wordOf)
}

test('a saved story is read aloud without a connection', async ({
  page,
  member: _,
  context,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  const author = await world.member()
  const storyId = await world.story({ author, title: 'A well', content: 'It was deep.' })
  await giveVoices(page, [OWN_VOICE])
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('It was deep.')).toBeVisible()
  await settle(page)
  await expect.poll(() => keptAnswers(page)).toContain(`/api/stories/${storyId}`)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Read aloud: A well' }).click()
  await expect.poll(() => spokenOn(page)).toEqual(['It was deep.'])
  await context.setOffline(false)
})

test('a reply written offline is sent once when the device is online', async ({
  page,
  member,
  context,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  const storyId = await world.story({
    author: await world.member(),
    title: 'A lamp in the tunnel',
    content: 'It burned all the way.',
  })
  await world.reply({ author: await world.member(), storyId, content: 'So did mine.' })
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('So did mine.')).toBeVisible()
  await settle(page)
  await expect.poll(() => keptAnswers(page)).toContain(`/api/stories/${storyId}/replies`)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'A lamp in the tunnel' })).toBeVisible()
  await expect(page.getByText('It burned all the way.')).toBeVisible()
  await expect(page.getByText('So did mine.')).toBeVisible()
  await expect(page.getByText('You’re offline. You can keep reading saved pages.')).toBeVisible()

  await page.getByLabel('Your reply').fill('From under the hill.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Saved on this device', 'We’ll send it when you’re back online.')
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  const waiting = page.getByRole('list', { name: 'Your unsent replies' })
  await expect(waiting.getByText('From under the hill.')).toBeVisible()
  await page.reload()
  await expect(waiting.getByText('From under the hill.')).toBeVisible()
  await expect(
    page.getByText('You’re offline. 1 thing will be sent when you’re back online.'),
  ).toBeVisible()
  await expectSoundPage(page)

  await context.setOffline(false)
  await expectToast(page, 'Sent', 'Back online. Your changes are saved.')
  await expect(waiting).toHaveCount(0)
  await expect(page.getByText('2 replies')).toBeVisible()
  await expect(page.getByText(/You’re offline/)).toHaveCount(0)
  const stored = await site.db
    .selectFrom('reply')
    .select('content')
    .where('memberId', '=', member.id)
    .execute()
  expect(stored).toEqual([{ content: 'From under the hill.' }])
})

test('an offline mood and action count for the day on which they were made', async ({
  page,
  context,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  const member = await world.member({ timeZone: 'UTC' })
  // At noon, so that no new day starts meanwhile.
  const then = new Date(`${logicalDate(new Date(Date.now() - 26 * HOUR_MS), 'UTC')}T12:00:00Z`)
  await page.clock.setSystemTime(then)
  await signIn(member)
  await page.goto('/flow?tab=faith')
  const actions = page.getByRole('region', { name: 'Daily Actions', exact: true })
  await expect(actions.getByRole('checkbox', { name: 'Prayer' })).not.toBeChecked()
  await settle(page)
  await expect.poll(() => keptAnswers(page)).toContain('/api/moods')
  await expect.poll(() => keptAnswers(page)).toContain('/api/daily-actions')
  await expect.poll(() => keptAnswers(page)).toContain('/api/daily-myactions')

  await context.setOffline(true)
  await page.reload()
  const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
  await panel.getByRole('button', { name: 'Mood and journal' }).click()
  await panel.getByRole('radio', { name: 'Grateful', exact: true }).check()
  await panel.getByLabel('Your daily gratitude and mood expression').fill('Rain on the roof.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(panel.getByRole('blockquote')).toHaveText('Rain on the roof.')
  // Ticked, unticked and ticked again: the last state counts.
  for (const name of ['Prayer', 'Movement'])
    await setBox(actions.getByRole('checkbox', { name }), true)
  await setBox(actions.getByRole('checkbox', { name: 'Movement' }), false)
  await expect
    .poll(() => waitingCalls(page))
    .toContainEqual(expect.stringContaining('/api/daily-actions/movement'))
  await expect(page.getByText('You’re offline. 3 things will be sent')).toBeVisible()
  await expect
    .poll(() => readStore(page, 'answer', (row) => JSON.stringify(row)))
    .toContainEqual(
      expect.stringMatching(
        /"actionType":"prayer","completed":true.*"actionType":"movement","completed":false/,
      ),
    )

  await page.reload()
  await expect(page.getByText('You’re offline. 3 things will be sent')).toBeVisible()
  await expect(panel.getByRole('blockquote')).toHaveText('Rain on the roof.')
  await expect(actions.getByRole('checkbox', { name: 'Prayer' })).toBeChecked()
  await expect(actions.getByRole('checkbox', { name: 'Movement' })).not.toBeChecked()

  await context.setOffline(false)
  await expectToast(page, 'Back online. Your changes are saved.')
  const day = logicalDate(then, 'UTC')
  const moods = await site.db
    .selectFrom('moodEntry')
    .select(['day', 'madeAt'])
    .where('memberId', '=', member.id)
    .execute()
  expect(moods).toEqual([{ day, madeAt: expect.any(Date) }])
  const lateMs = (moods[0]?.madeAt.getTime() ?? 0) - then.getTime()
  expect(lateMs, 'the moment at which it was made').toBeLessThan(HOUR_MS)
  expect(lateMs).toBeGreaterThanOrEqual(0)
  const ticks = await site.db
    .selectFrom('actionTick')
    .select(['day', 'actionType'])
    .where('memberId', '=', member.id)
    .execute()
  expect(ticks).toEqual([{ day, actionType: 'prayer' }])
})

test('an offline mood never replaces one that was written meanwhile on another device', async ({
  page,
  context,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY, /status of 409/)
  const member = await world.member({ timeZone: 'UTC' })
  await signIn(member)
  await page.goto('/flow')
  const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
  await panel.getByRole('button', { name: 'Mood and journal' }).click()
  await expect(panel.getByRole('radio', { name: 'Grateful', exact: true })).toBeVisible()
  await settle(page)
  await context.setOffline(true)
  await panel.getByRole('radio', { name: 'Grateful', exact: true }).check()
  await panel.getByLabel('Your daily gratitude and mood expression').fill('On the train.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectToast(page, 'Saved on this device. We’ll send it when you’re back online.')
  const notesOf = async (): Promise<string> => {
    const answer = await callAs(site, member, { method: 'GET', path: '/api/moods' })
    const [entry] = (await answer.json()) as { notes: string }[]
    return entry?.notes ?? ''
  }
  const body = { mood: 'peaceful', notes: 'At home.' }
  await callAs(site, member, { method: 'POST', path: '/api/moods', body })

  await context.setOffline(false)
  await page.getByRole('button', { name: 'See what and why' }).click()
  const refused = page.getByRole('dialog', { name: 'Could not be sent' })
  await expect(refused.getByRole('region', { name: 'Yours' })).toContainText('On the train.')
  await expect(refused.getByRole('region', { name: 'The newer one' })).toContainText('At home.')
  expect(await notesOf()).toBe('At home.')
  await refused.getByRole('button', { name: 'Keep mine' }).click()
  await expect(refused).toBeHidden()
  await expect.poll(notesOf).toBe('On the train.')
})

test('an offline story is kept, shown and sent; one that is refused is not lost', async ({
  page,
  member,
  context,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY, /status of 404 /)
  const storyId = await world.story({ author: await world.member(), title: 'Soon gone' })
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await settle(page)
  await context.setOffline(true)
  await page.getByLabel('Your reply').fill('Too late, as it turns out.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Saved on this device')
  await page.getByRole('button', { name: 'Back to stories' }).click()
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Written on the train', content: 'Between two stations.' })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(page.getByText('Your story will be sent when you’re back online.')).toBeVisible()
  await card.getByRole('link', { name: 'My stories' }).click()
  const onTheirWay = page.getByRole('region', { name: 'My stories' })
  await expect(onTheirWay.getByText('Written on the train')).toBeVisible()
  await expect(onTheirWay.getByText('Not sent yet')).toBeVisible()
  await site.db.deleteFrom('story').where('storyId', '=', storyId).execute()

  await context.setOffline(false)
  await expect(onTheirWay.getByText('For Approval')).toBeVisible()
  await expect(onTheirWay.getByText('Not sent yet')).toHaveCount(0)
  const stored = await site.db
    .selectFrom('story')
    .select(['title', 'content', 'status'])
    .where('memberId', '=', member.id)
    .execute()
  expect(stored).toEqual([
    { title: 'Written on the train', content: 'Between two stations.', status: 'pending' },
  ])

  await expect(page.getByText('1 thing could not be sent.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'See what and why' }).click()
  const dialog = page.getByRole('dialog', { name: 'Could not be sent' })
  await expect(dialog.getByText('Too late, as it turns out.')).toBeVisible()
  await expect(dialog.getByText('This story does not exist.')).toBeVisible()
  await expectSoundPage(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy Reply' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Too late, as it turns out.',
  )
  await dialog.getByRole('button', { name: 'Discard Reply' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('could not be sent')).toHaveCount(0)
})

test('signing out with waiting calls asks first, and leaves nothing behind', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY, /status of 503 /)
  const [member, next] = [await world.member(), await world.member()]
  const storyId = await world.story({ author: await world.member(), title: 'Shared device' })
  await signIn(member)
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await settle(page)
  // The server is reachable, but temporarily accepts no replies.
  await page.route('**/api/stories/replies', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByLabel('Your reply').fill('Only for now.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(
    page.getByText('We can’t reach the server. 1 thing will be sent once we can.'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out and discard?' })
  await expect(question.getByText('1 thing is still waiting to be sent.')).toBeVisible()
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  expect(await waitingCalls(page)).toEqual(['/api/stories/replies'])
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('link', { name: 'Join Us' })).toBeVisible()
  expect(await waitingCalls(page)).toEqual([])
  expect(await keptAnswers(page)).toEqual([])

  await page.unroute('**/api/stories/replies')
  await signIn(next)
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await expect(page.getByText('Only for now.')).toHaveCount(0)
  const sent = await site.db
    .selectFrom('reply')
    .where('storyId', '=', storyId)
    .selectAll()
    .execute()
  expect(sent).toEqual([])
})

test('signing out asks about drafts and then removes them from the device', async ({
  page,
  world,
  signIn,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  const card = storyCard(page)
  const question = page.getByRole('alertdialog', { name: 'Sign out and discard?' })
  await signIn(other)
  await page.goto('/flow?tab=exit')
  await openStoryForm(page)
  await fillStory(card, { title: 'Somebody else began this' })
  await expect.poll(() => keptDrafts(page)).toHaveLength(1)
  const [oldDraft] = await keptDrafts(page)

  await signIn(member)
  await page.goto('/flow?tab=exit')
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('')
  await fillStory(card, { title: 'Half a story' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('button', { name: 'Finish' }).click()
  await expect.poll(() => keptRecordings(page)).toBe(1)

  // The story and its recording count as one draft.
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(question.getByText('1 draft is not finished.')).toBeVisible()
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  await expect(card.getByLabel('Title')).toHaveValue('Half a story')
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('link', { name: 'Join Us' })).toBeVisible()
  expect(await keptDrafts(page)).toEqual([oldDraft])
  expect(await keptRecordings(page)).toBe(0)

  await signIn(other)
  await page.goto('/flow?tab=exit')
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('Somebody else began this')
})

test('another member on the same device neither sees nor sends waiting calls', async ({
  page,
  context,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  const [first, second] = [await world.member(), await world.member()]
  const storyId = await world.story({ author: await world.member(), title: 'Two readers' })
  await signIn(first)
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await settle(page)
  await context.setOffline(true)
  await page.getByLabel('Your reply').fill('Mine alone.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Saved on this device')

  // The first member's session has ended, and the second member signs in.
  await signIn(second)
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await expect(page.getByText('Mine alone.')).toHaveCount(0)
  await page.getByLabel('Your reply').fill('Of the second.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Reply submitted successfully')
  const repliesOf = (): Promise<unknown[]> =>
    site.db
      .selectFrom('reply')
      .select(['memberId', 'content'])
      .where('storyId', '=', storyId)
      .orderBy('replyId')
      .execute()
  expect(await repliesOf()).toEqual([{ memberId: second.id, content: 'Of the second.' }])

  // The first member returns, and their waiting calls are shown and sent.
  await signIn(first)
  await page.goto(`/flow?story=${storyId}`)
  await expectToast(page, 'Sent')
  expect(await repliesOf()).toEqual([
    { memberId: second.id, content: 'Of the second.' },
    { memberId: first.id, content: 'Mine alone.' },
  ])
})

test('the app opens offline, and shows nothing once the session has ended', async ({
  memberPage: page,
  context,
  expectedErrors,
}) => {
  // After the session has ended, all calls are refused.
  expectedErrors.push(AWAY, /status of 401 /)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  await context.setOffline(true)
  // As if opened from the home screen, to a page that was not open before.
  await page.goto('/flow')
  await expect(page.getByRole('region', { name: 'Mood & Gratitude' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/flow$/)

  await context.clearCookies()
  await context.setOffline(false)
  await page.goto('/flow')
  await expect(page).toHaveURL(/\/auth/)
  await expect.poll(() => keptAnswers(page)).toEqual([])
})

test('what a member has read leaves the device with the first page of a visitor', async ({
  memberPage: page,
  context,
}) => {
  for (const path of ['/', '/auth']) {
    const cookies = await context.cookies()
    await page.goto('/dashboard')
    await settle(page)
    await context.clearCookies()
    await page.goto(path)
    await expect.poll(() => keptAnswers(page)).toEqual([])
    await context.addCookies(cookies)
  }
})

test('the worker is always revalidated, and does not handle the landing page', async ({
  page,
  world,
  signIn,
}) => {
  const response = await page.request.get('/service-worker.js')
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(response.headers()['content-type']).toContain('javascript')
  await page.goto('/')
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
  const member = await world.member()
  await signIn(member)
  await page.goto('/flow')
  await settle(page)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = names.map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/app-shell')
  expect(kept).not.toContain('/flow')
  expect(kept.filter((path) => path.startsWith('/api/') || path === '/')).toEqual([])
  expect(kept.filter((path) => path.includes('admin-page'))).toEqual([])
  const shell = await page.evaluate(async () => (await caches.match('/app-shell'))?.text())
  expect(shell).toContain('<title>Folx</title>')
  expect(shell).not.toContain('$_TSR')
  expect(shell).not.toContain(member.id)
})

test('after a logout, no document and no storage on the device has data of the member', async ({
  page,
  world,
  signIn,
}) => {
  const first = await world.member({ anonymousUsername: 'Quiet Harbor' })
  const second = await world.member()
  // Not yet published: the second member may not read it.
  await world.story({ author: first, title: 'Told by the first', status: 'pending' })
  const traces = [first.id, 'Quiet Harbor', 'Told by the first']
  await signIn(first)
  await page.goto('/dashboard')
  await expect(page.getByText('Told by the first')).toBeVisible()
  await settle(page)
  expect(await keptDocuments(page)).not.toEqual([])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  const asVisitor = await page.goto('/auth')
  const texts = [await asVisitor?.text(), await page.content(), ...(await keptDocuments(page))]
  await signIn(second)
  const asSecond = await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  texts.push(await asSecond?.text(), await page.content(), ...(await keptDocuments(page)))
  texts.push(...(await readStore(page, 'answer', (row) => JSON.stringify(row))))
  expect(texts.join()).toContain(second.id)
  for (const trace of traces) expect(texts.join()).not.toContain(trace)
})

/** The documents in the service worker's caches. */
function keptDocuments(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const response of await cache.matchAll()) {
        if (response.headers.get('content-type')?.includes('html'))
          texts.push(await response.text())
      }
    }
    return texts
  })
}

test('files of an earlier build stay while a page runs it, and are then removed', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/flow')
  await settle(page)
  // Another tab that, for the worker, was opened before the update.
  const tab = await context.newPage()
  await tab.goto('/flow')
  await tab.evaluate(() => {
    void navigator.locks.request('build:/assets/earlier.js', () => new Promise(() => {}))
  })
  await page.evaluate(async () => {
    const earlier = await caches.open('build:earlier')
    await earlier.put('/build.json', Response.json(['/assets/earlier.js']))
    await (await caches.open('assets')).put('/assets/earlier.js', new Response('earlier()'))
  })
  const isKept = (): Promise<boolean> =>
    page.evaluate(async () => Boolean(await caches.match('/assets/earlier.js')))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isKept()).toBe(true)
  expect(await tab.evaluate(async () => (await fetch('/assets/earlier.js')).text())).toBe(
    'earlier()',
  )
  await tab.close()
  // The worker checks on each page load, which may be before the tab is fully closed.
  await expect(async () => {
    await page.reload()
    await expect.poll(isKept, { timeout: 2_000 }).toBe(false)
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('if an update has replaced a chunk, the page reloads', async ({
  memberPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*stories-panel/, /dynamically imported module.*stories-panel/)
  await page.goto('/flow')
  await expect(page.getByRole('link', { name: 'FOLX Stories', exact: true })).toBeVisible()
  await page.route('**/assets/stories-panel-*.js', (route) => route.fulfill({ status: 404 }), {
    times: 1,
  })
  await page.getByRole('link', { name: 'FOLX Stories', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Share your story' })).toBeVisible()
})

test('after quick exit, a page that opens offline is covered too', async ({
  memberPage: page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  await page.goto('/dashboard')
  await settle(page)
  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: '' }))
  await page.getByRole('link', { name: 'Quick exit' }).click()
  await expect(page).toHaveURL('https://www.google.com/')
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.locator('body')).toHaveText('Welcome backContinue')
})
