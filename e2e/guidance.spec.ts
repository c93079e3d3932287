import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { AdminGuidanceRequest, GuidanceCategory, GuidanceRequest } from '#contract/guidance.ts'
import type { TestMember } from '#server/testing/population.ts'
import { openEntry, openFromList, queueRow } from '#web/testing/story-steps.ts'
import { despiteServer } from './blank.ts'
import { expect, expectSettled, expectSoundPage, onEmptySite, tabTo, test } from './fixtures.ts'
import type { Site } from './site.ts'
import { expectToast, toastArea } from './story-steps.ts'

// An empty site: the team's list contains only what these tests add.
onEmptySite()

const AWAITING = 'Awaiting response from our guidance team...'

const REFUSED = /status of (400|409|500) /

const SAME_SITE = { 'Sec-Fetch-Site': 'same-origin' }

/** Each test starts with an empty team list. */
test.beforeEach(({ site }) => despiteServer(() => site.db.deleteFrom('guidanceRequest').execute()))

/** Asks through the API, like a signed-in page. */
async function ask(
  context: BrowserContext,
  content: string,
  category: GuidanceCategory = 'faith',
): Promise<GuidanceRequest> {
  const answer = await context.request.post('/api/guidance', {
    data: { content, category },
    headers: SAME_SITE,
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}

async function respond(page: Page, requestId: number, responseContent: string): Promise<void> {
  const answer = await page.request.post(`/api/admin/guidance/${requestId}/respond`, {
    data: { responseContent },
    headers: SAME_SITE,
  })
  expect(answer.status()).toBe(200)
}

async function teamList(page: Page): Promise<AdminGuidanceRequest[]> {
  return (await page.request.get('/api/admin/guidance')).json()
}

/** Changes a request as if it had waited for so many hours. */
async function backdate(site: Site, requestId: number, hours: number): Promise<void> {
  await site.db
    .updateTable('guidanceRequest')
    .set({ waitingSince: new Date(Date.now() - hours * 3_600_000) })
    .where('guidanceRequestId', '=', requestId)
    .execute()
}

function askForm(page: Page): Locator {
  return page.getByRole('region', { name: 'Ask for Guidance' })
}

/** A request on its author's page. */
function ownEntry(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: 'My requests' })
    .getByRole('listitem')
    .filter({ hasText: text })
}

/** The open request in the team's queue. */
function teamEntry(page: Page, text: string): Locator {
  return openEntry(page, text)
}

/** Hides or shows an open request. It is in a menu only beside the button that sends a response. */
async function choose(entry: Locator, name: 'Hide Request' | 'Show Request'): Promise<void> {
  const button = entry.getByRole('button', { name: new RegExp(`^(More actions|${name})`) })
  const label = await button.getAttribute('aria-label')
  await button.click()
  if (label?.startsWith('More')) await entry.page().getByRole('menuitem', { name }).click()
}

function responseBox(entry: Locator): Locator {
  return entry.getByRole('textbox', { name: 'Your response' })
}

/** Turns off live events, so that a page only polls. */
async function withoutLiveEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.EventSource = class extends EventTarget {
      close(): void {}
    } as unknown as typeof EventSource
  })
}

/** Turns off polling, so that a page only gets live events. */
async function withoutPolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setInterval
    const never = 2 ** 31 - 1
    window.setInterval = ((work: () => void, ms: number) =>
      set(work, ms >= 5_000 ? never : ms)) as typeof window.setInterval
  })
}

/** Values that would identify a member. */
function secretsOf({ id, username, email, anonymousUsername }: TestMember): string[] {
  return [id, username, email, anonymousUsername]
}

test('a request is asked, answered and followed up, and nothing identifies the author', {
  tag: '@journey',
}, async ({ page, member, openPage, world }) => {
  await withoutLiveEvents(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Guidance Responses' }).click()
  await expect(page.getByText('No guidance requests yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ask for Guidance' }).click()
  await expect(page.getByRole('link', { name: 'Guidance', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )

  const form = askForm(page)
  const submit = form.getByRole('button', { name: 'Submit request' })
  await expect(form.getByText('If someone is in danger, we may have to act.')).toBeVisible()
  const more = form.getByText('You are anonymous to the team as well')
  await expect(more).toBeHidden()
  await form.getByText('We aim to answer within 2 days.').click()
  await expect(more).toBeVisible()
  await form.getByLabel('Your request').fill('How do I forgive my brother?')
  await expect(submit).toBeDisabled()
  await form.getByLabel('Category').selectOption('Relationships')
  await submit.dblclick()
  await expectToast(page, 'Request submitted successfully')
  await expect(form.getByText('Your request is with our guidance team')).toBeVisible()
  await expect(form.getByLabel('Your request')).toHaveValue('')
  await expect(submit).toBeDisabled()
  await form.getByRole('link', { name: 'My Guidance Responses' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Guidance Responses')
  const own = ownEntry(page, 'How do I forgive my brother?')
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('heading', { name: 'Relationships' })).toBeVisible()
  await expect(own).toContainText(AWAITING)

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Guidance 1 waiting' }).click()
  const entry = teamEntry(admin, 'How do I forgive my brother?')
  await expect(entry.getByRole('heading', { name: 'Relationships' })).toBeVisible()
  await expect(entry.getByText(/^Submitted /)).toBeVisible()
  await expect(entry.getByText(/^Waiting (less than a minute|\d minutes?)$/)).toBeVisible()
  for (const secret of secretsOf(member)) {
    expect(JSON.stringify(await teamList(admin))).not.toContain(secret)
    expect(await admin.content()).not.toContain(secret)
  }
  await expectSoundPage(admin)

  await entry.getByRole('button', { name: /^Claim/ }).click()
  await expect(responseBox(entry)).toBeFocused()
  await expect(entry.getByText('You claimed this')).toBeVisible()
  const answer = `Begin with a small true thing. ${'Then wait, and pray for him by name. '.repeat(12)}Peace.`
  await responseBox(entry).fill(answer)
  await entry.getByRole('button', { name: 'Send response' }).click()
  await expectToast(admin, 'Response sent successfully')
  await expect(admin.getByText('No requests are waiting')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Guidance', exact: true })).toBeVisible()

  // Live events are off here, so only polling brings the answer.
  await expect(page.getByText('Your Relationships request has a new answer.')).toBeVisible()
  await expect(own).not.toContainText(AWAITING)
  await expect(own.getByText('New answer')).toBeVisible()
  const shown = own.getByText('Begin with a small true thing.')
  const folded = await shown.boundingBox()
  await own.getByRole('button', { name: 'Read more' }).click()
  await expect(own.getByRole('button', { name: 'Read less' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  expect((await shown.boundingBox())?.height).toBeGreaterThan(folded?.height ?? 0)

  await own.getByRole('button', { name: 'Ask a follow-up' }).click()
  await expect(own.getByLabel('Your follow-up')).toBeFocused()
  await own.getByRole('button', { name: 'Send follow-up' }).click()
  await expect(own.getByText('Enter your request')).toBeVisible()
  await own.getByLabel('Your follow-up').fill('And if he does not want to speak?')
  await expectSoundPage(page)
  await page.reload()
  await expect(own.getByLabel('Your follow-up')).toHaveValue('And if he does not want to speak?')
  await own.getByRole('button', { name: 'Send follow-up' }).click()
  await expect(own).toBeFocused()
  await expectToast(page, 'Follow-up submitted successfully')
  await expect(own.getByText(AWAITING)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Ask a follow-up' })).toHaveCount(0)

  await openFromList(admin, 'And if he does not want to speak?')
  await responseBox(entry).fill('Than you can still leave the door open.')
  await entry.getByRole('button', { name: 'Send response' }).click()
  await expectToast(admin, 'Response sent successfully')
  await expect(own).toContainText('Than you can still leave the door open.')
})

test('an answer is corrected, its request hidden and shown again, and deleted by its author', async ({
  memberPage: page,
  context,
  openPage,
  world,
}) => {
  const admin = await openPage({ as: await world.admin() })
  const { id } = await ask(context, 'How do I forgive my brother?', 'relationships')
  await respond(admin, id, 'Than you can still leave the door open.')
  await page.goto('/guidance-responses')
  const own = ownEntry(page, 'How do I forgive my brother?')
  await expect(own).toContainText('Than you can still leave the door open.')
  await admin.goto('/admin/guidance')
  const entry = teamEntry(admin, 'How do I forgive my brother?')
  await admin.getByRole('tab', { name: 'Answered' }).click()
  await expect(entry.getByText('Answered', { exact: true })).toBeVisible()
  await entry.getByRole('button', { name: /^Change response/ }).click()
  const change = entry.getByRole('textbox', { name: 'Change the response' })
  await expect(change).toBeFocused()
  await expect(change).toHaveValue('Than you can still leave the door open.')
  await change.fill('Then you can still leave the door open.')
  await expectSoundPage(admin)
  await entry.getByRole('button', { name: 'Save response' }).click()
  // The toast appears before the lists are fetched again, and stays for only five seconds.
  await expect(toastArea(admin).getByText('Response changed successfully')).toBeVisible()
  await expect(entry.getByRole('button', { name: /^Change response/ })).toBeFocused()
  await expect(toastArea(admin).getByRole('listitem')).toHaveCount(0)
  await entry.getByText('1 earlier version').click()
  await expect(entry.getByText('Than you can still leave the door open.')).toBeVisible()
  await expect(own).toContainText('Then you can still leave the door open.')
  await expect(own).not.toContainText('Than you can')

  await choose(entry, 'Hide Request')
  await expectToast(admin, 'Request hidden successfully')
  await expect(admin.getByText('No answered requests yet')).toBeVisible()
  await admin.getByRole('tab', { name: 'Hidden' }).click()
  // An outline is for the keyboard.
  await expect(admin.locator(':focus-visible')).toHaveCount(0)
  await choose(entry, 'Show Request')
  await expectToast(admin, 'Request unhidden')
  await expect(admin.getByText('No hidden requests')).toBeVisible()
  await admin.getByRole('tab', { name: 'Answered' }).click()
  await expect(entry).toBeVisible()
  await expect(own).toContainText('Then you can still leave the door open.')

  await own.getByRole('button', { name: /^Delete: Relationships request of/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this request?' })
  await question.getByRole('button', { name: 'Delete request' }).click()
  await expectToast(page, 'Request deleted successfully')
  await expect(page.getByText('No guidance requests yet.')).toBeVisible()
  await expect(queueRow(admin, 'No longer here')).toBeVisible()
})

test('an administrator who hides a request that a colleague has hidden is told so', async ({
  openPage,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 .*toggle-visibility/)
  const requester = await openPage({ as: await world.member() })
  await ask(requester.context(), 'Which of two doors?', 'purpose')
  const [first, later] = [
    await openPage({ as: await world.admin() }),
    await openPage({ as: await world.admin() }),
  ]
  for (const page of [first, later]) {
    await withoutLiveEvents(page)
    await withoutPolling(page)
    await page.goto('/admin/guidance')
    await expect(teamEntry(page, 'Which of two doors?')).toBeVisible()
  }
  const hide = (page: Page): Promise<void> =>
    choose(teamEntry(page, 'Which of two doors?'), 'Hide Request')
  await hide(first)
  await expectToast(first, 'Request hidden successfully')
  await hide(later)
  await expectToast(later, / already hid this request\./)
  await expect(queueRow(later, /Hidden by /)).toBeVisible()
})

test('a request written offline is sent once the device is online', async ({
  page,
  member,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/guidance-responses')
  await expect(page.getByText('No guidance requests yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ask for Guidance' }).click()
  const form = askForm(page)
  await form.getByLabel('Category').selectOption('Purpose')
  await form.getByLabel('Your request').fill('What is mine to do?')
  await expectSettled(page)
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expectToast(page, /Saved on this device.*We’ll send it when you’re back online\./)
  await form.getByRole('link', { name: 'My Guidance Responses' }).first().click()
  const waiting = page.getByRole('list', { name: 'Your unsent requests' })
  await expect(waiting.getByText('What is mine to do?')).toBeVisible()
  await context.setOffline(false)
  await expectToast(page, 'Sent')
  await expect(waiting).toHaveCount(0)
  await expect(ownEntry(page, 'What is mine to do?')).toContainText(AWAITING)
  const stored = await site.db
    .selectFrom('guidanceRequest')
    .select('category')
    .where('memberId', '=', member.id)
    .execute()
  expect(stored).toEqual([{ category: 'purpose' }])
})

test('administrators see who is answering, and no typed text is lost', async ({
  memberPage: page,
  context,
  openPage,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED, /status of 404 /)
  const first = await world.admin({ anonymousUsername: 'Olive Branch' })
  const second = await world.admin({ anonymousUsername: 'Fig Tree' })
  const olive = await openPage({ as: first })
  const fig = await openPage({ as: second })
  await ask(context, 'Which door is mine?')
  const deleted = await ask(context, 'Never mind.')
  const text = 'Which door is mine?'
  for (const admin of [olive, fig]) {
    await admin.goto('/admin/guidance')
    await openFromList(admin, text)
  }
  await responseBox(teamEntry(olive, text)).pressSequentially('The one')
  await expect(teamEntry(olive, text).getByText('You claimed this')).toBeVisible()
  await expect(responseBox(teamEntry(olive, text))).toBeFocused()
  await expect(teamEntry(fig, text).getByText('Olive Branch claimed this')).toBeVisible()
  await expect(responseBox(teamEntry(fig, text))).toHaveCount(0)
  await teamEntry(olive, text)
    .getByRole('button', { name: /^Release/ })
    .click()
  await expect(teamEntry(olive, text).getByRole('button', { name: /^Claim/ })).toBeFocused()
  await expect(responseBox(teamEntry(fig, text))).toBeVisible()
  await responseBox(teamEntry(fig, text)).pressSequentially('Try each.')
  await expect(teamEntry(olive, text).getByText('Fig Tree claimed this')).toBeVisible()
  // The first administrator's text stays visible, but can't be sent now.
  await expect(responseBox(teamEntry(olive, text))).toHaveValue('The one')
  await expect(teamEntry(olive, text).getByRole('button', { name: 'Send response' })).toBeDisabled()

  await teamEntry(fig, text).getByRole('button', { name: 'Send response' }).click()
  await expect(toastArea(fig).getByText('Response sent successfully')).toBeVisible()
  // The next request opens.
  await expect(teamEntry(fig, 'Never mind.')).toBeFocused()
  const left = olive.getByRole('region', { name: /^The Faith request you were answering/ })
  await expect(left.getByLabel('Your text')).toHaveValue('The one')
  await expectSoundPage(olive)
  await left.getByRole('button', { name: 'Discard' }).click()
  await expect(left).toHaveCount(0)

  await openFromList(olive, 'Never mind.')
  await responseBox(teamEntry(olive, 'Never mind.')).fill('What changed?')
  await olive.reload()
  await expect(responseBox(teamEntry(olive, 'Never mind.'))).toHaveValue('What changed?')
  await responseBox(teamEntry(olive, 'Never mind.')).fill(' ')
  await teamEntry(olive, 'Never mind.').getByRole('button', { name: 'Send response' }).click()
  await expect(toastArea(olive).getByRole('listitem')).toHaveText(
    /Response required.*Please enter a response/,
  )
  await expect(responseBox(teamEntry(olive, 'Never mind.'))).toBeFocused()
  await expect(teamEntry(olive, 'Never mind.').getByText('Please enter a response')).toBeVisible()
  await responseBox(teamEntry(olive, 'Never mind.')).fill('What changed?')
  await expect(toastArea(olive).getByRole('listitem')).toHaveCount(0)

  const sentence = 'The pigeons are on strike.'
  await olive.route('**/respond', (route) =>
    route.fulfill({ status: 500, json: { message: sentence } }),
  )
  await teamEntry(olive, 'Never mind.').getByRole('button', { name: 'Send response' }).click()
  await expectToast(olive, `Failed to send response${sentence}`)
  await expect(responseBox(teamEntry(olive, 'Never mind.'))).toHaveValue('What changed?')
  await olive.unrouteAll()
  await olive.route('**/toggle-visibility', (route) => route.fulfill({ status: 500, body: '' }))
  await choose(teamEntry(olive, 'Never mind.'), 'Hide Request')
  await expectToast(olive, 'Failed to hide request')

  await page.goto('/guidance-responses')
  const gone = await page.request.delete(`/api/guidance/${deleted.id}`, { headers: SAME_SITE })
  expect(gone.status()).toBe(204)
  await expect(left.getByLabel('Your text')).toHaveValue('What changed?')
})

test('a request shows how long it has waited against the response goal', async ({
  context,
  openPage,
  site,
  world,
  signIn,
}) => {
  await signIn(await world.member())
  const waits = { 'It is early.': 20, 'It is time.': 30, 'It is late.': 96 }
  for (const [text, hours] of Object.entries(waits)) {
    await backdate(site, (await ask(context, text)).id, hours)
  }
  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/guidance')
  await expect(admin.getByText('Our goal is to answer within 48 hours.')).toBeVisible()
  await expect(queueRow(admin, 'It is')).toContainText([
    'It is late.',
    'It is time.',
    'It is early.',
  ])
  for (const [text, words] of [
    ['It is late.', 'Waiting 4 days · 2 days late'],
    ['It is time.', /Waiting 30 hours · 1[78] hours left/],
    ['It is early.', 'Waiting 20 hours'],
  ] as const) {
    await expect((await openFromList(admin, text)).getByText(words)).toBeVisible()
  }
  await admin.getByText('When a request sounds urgent').click()
  await expect(admin.getByText('988 Suicide & Crisis Lifeline')).toBeVisible()
  await expectSoundPage(admin)

  // A hard text that was opened and started can still be passed on without a reason.
  const { id } = await ask(context, 'I want to die.')
  await admin.reload()
  await queueRow(admin, 'May be hard to read').getByRole('button').click()
  const hard = admin.getByRole('region', { name: 'Open request' })
  await hard.getByRole('button', { name: 'Open' }).click()
  await responseBox(hard).pressSequentially('You are')
  await expect(hard.getByText('You claimed this')).toBeVisible()
  await hard.getByRole('button', { name: 'Pass on' }).click()
  await expect(queueRow(admin, 'May be hard to read')).toContainText('Skipped')
  const claimOf = async () => (await teamList(admin)).find((request) => request.id === id)?.claim
  await expect.poll(claimOf).toBeNull()
  await queueRow(admin, 'May be hard to read').getByRole('button').click()
  await expect(responseBox(hard)).toHaveValue('You are')
})

test('with live events an answer appears at once, and a link leads to it', async ({
  page,
  context,
  openPage,
  world,
  signIn,
}) => {
  await withoutPolling(page)
  await signIn(await world.member())
  const requests: GuidanceRequest[] = []
  for (let count = 1; count <= 21; count++) requests.push(await ask(context, `Question ${count}.`))
  const [oldest] = requests
  const newest = requests.at(-1)
  if (!oldest || !newest) throw new Error('unreachable')
  const events = page.waitForResponse('**/api/events?*')
  await page.goto('/guidance-responses')
  await expect(ownEntry(page, AWAITING)).toHaveCount(20)
  await events
  const admin = await openPage({ as: await world.admin() })
  await respond(admin, newest.id, 'Yes.')
  await expect(ownEntry(page, 'Question 21.')).toContainText('Yes.')
  await page.getByRole('link', { name: 'Go to the answer' }).click()
  await expect(ownEntry(page, 'Question 21.')).toBeFocused()
  await expect(page.getByText('Your Faith request has a new answer.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(ownEntry(page, 'Question 1.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)

  await respond(admin, oldest.id, `A long answer.\n\n${'And more of it. '.repeat(40)}`)
  await page.goto(`/guidance-responses?request=${oldest.id}`)
  await expect(ownEntry(page, 'A long answer.')).toBeFocused()
  await expect(
    ownEntry(page, 'A long answer.').getByRole('button', { name: 'Read less' }),
  ).toBeVisible()
  await page.goto('/guidance-responses?request=2147483647')
  await expect(page.getByText('This request was deleted.')).toBeVisible()
})

test('guidance can be asked for and given by keyboard alone', async ({
  memberPage: page,
  openPage,
  world,
}) => {
  await page.goto('/flow?tab=guidance')
  const form = askForm(page)
  await expect(form.getByLabel('Your request')).toBeVisible()
  await tabTo(form.getByLabel('Your request'))
  await page.keyboard.type('Where do I begin?')
  await tabTo(form.getByLabel('Category'))
  await page.keyboard.press('F')
  await expect(form.getByLabel('Category')).toHaveValue('faith')
  await tabTo(form.getByRole('button', { name: 'Submit request' }))
  await page.keyboard.press('Enter')
  await expect(form.getByText('Your request is with our guidance team')).toBeVisible()
  await tabTo(form.getByRole('link', { name: 'My Guidance Responses' }).first())
  await page.keyboard.press('Enter')
  await expect(ownEntry(page, 'Where do I begin?')).toBeVisible()

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/guidance')
  const entry = teamEntry(admin, 'Where do I begin?')
  await expect(entry).toBeVisible()
  await tabTo(entry.getByRole('button', { name: /^Claim/ }))
  await admin.keyboard.press('Enter')
  await expect(responseBox(entry)).toBeFocused()
  // As a person types: a key decides nothing in the first second of an entry.
  await admin.keyboard.type('Where you are.', { delay: 80 })
  await tabTo(entry.getByRole('button', { name: 'Send response' }))
  await admin.keyboard.press('Enter')
  await expect(toastArea(admin).getByText('Response sent successfully')).toBeVisible()
  await expect(admin.getByText('No requests are waiting')).toBeVisible()

  await expect(ownEntry(page, 'Where do I begin?')).toContainText('Where you are.')
  await tabTo(ownEntry(page, 'Where do I begin?').getByRole('button', { name: /^Delete/ }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Delete request' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('No guidance requests yet.')).toBeVisible()
})

test('on a phone one menu leads to every page of the administration', async ({
  context,
  openPage,
  world,
  signIn,
}) => {
  const member = await world.member()
  await signIn(member)
  await ask(context, 'Who counts this?')
  const admin = await openPage({ as: await world.admin() })
  await admin.setViewportSize({ width: 375, height: 812 })
  await admin.goto('/admin/guidance')
  const menu = admin.getByRole('button', { name: 'Admin pages: Guidance' })
  const nav = admin.getByRole('navigation', { name: 'Administration' })
  await expect(nav.getByRole('link')).toHaveCount(0)
  await menu.click()
  await expect(nav.getByRole('link', { name: 'Guidance 1 waiting' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectSoundPage(admin)
  await nav.getByRole('link', { name: 'Users' }).click()
  await expect(admin).toHaveURL('/admin/users')
  await expect(nav.getByRole('link')).toHaveCount(0)
  await expect(admin.getByRole('button', { name: /: Users$/ })).toBeVisible()
})
