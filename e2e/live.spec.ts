import type { Locator, Page } from '@playwright/test'
import { WAIT_MS } from '#server/testing/limits.ts'
import { expect, expectSoundPage, expectToast, setBox, tabTo } from './fixtures.ts'
import {
  actOn,
  expectHears,
  expectHearsNothing,
  expectInside,
  goOnAir,
  joinAsMember,
  peopleIn,
  personIn,
  roomOf,
  startBroadcast,
  test,
  unfold,
  watchConnections,
} from './live-steps.ts'
import { expectNothingCovered } from './message-steps.ts'
import { enterPassword, SIGNED_OUT } from './session-steps.ts'

test.use({ siteName: 'live' })

test('a host goes on air, members join, and everyone hears the speakers', {
  tag: '@journey',
}, async ({ host, paying }) => {
  const ann = await paying()
  const listening = ann.page.waitForResponse('**/api/events?*')
  await ann.page.goto('/live')
  await listening
  const room = roomOf(ann.page)
  await expect(room.getByText('OFF AIR')).toBeVisible()
  await expect(room.getByRole('button', { name: 'Join Live Coaching' })).toHaveCount(0)

  await host.page.goto('/sfx-members')
  await goOnAir(host.page)
  await expectToast(host.page, 'Room is now ON AIR', 'Members can now join the room')
  await expectToast(host.page, 'Joined audio room', 'You are now connected to the audio room')
  await expectInside(host.page)

  // Without a reload, because the server notifies open pages.
  await expect(room.getByText('ON AIR')).toBeVisible()
  await room.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectToast(ann.page, 'Joined audio room', 'You are now connected to the audio room')
  await expectInside(ann.page)
  await expect(personIn(host.page, ann.member)).toBeVisible()
  const people = peopleIn(ann.page)
  await expect(people).toHaveCount(2)
  await expect(people.first()).toContainText(host.member.anonymousUsername)
  await expect(people.first()).toContainText('Host')

  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expect(host.page.getByRole('button', { name: 'Speaking' })).toBeVisible()
  await expectHears(ann.page)
  const levels = personIn(ann.page, host.member).locator('[data-level]')
  await expect.poll(async () => Number(await levels.getAttribute('data-level'))).toBeGreaterThan(0)

  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  await ann.page.getByRole('button', { name: 'Speaking' }).click()
  await expectHearsNothing(host.page)

  await ann.page.getByRole('button', { name: 'Leave Room' }).click()
  await expect(room.getByRole('button', { name: 'Join Live Coaching' })).toBeVisible()
  await expect(personIn(host.page, ann.member)).toHaveCount(0)
})

test('a host mutes a member, lets them speak again and removes them', async ({ host, paying }) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  const talk = ann.page.getByRole('button', { name: 'Listening' })
  await expect(talk).toHaveAccessibleDescription('You are muted. Press to speak.')
  await talk.click()
  await expectHears(host.page)

  await actOn(host.page, ann.member, 'Mute')
  await expect(ann.page.getByRole('button', { name: 'Listening' })).toBeVisible()
  await expect(roomOf(ann.page).getByText(/^A host muted you\. Raise/)).toBeVisible()
  await expectHearsNothing(host.page)
  await expect(talk).toBeDisabled()
  await expect(talk).toHaveAccessibleDescription('You are muted.')

  const hand = ann.page.getByRole('button', { name: 'Raise hand' })
  await hand.click()
  await expect(hand).toHaveAttribute('aria-pressed', 'true')
  await actOn(host.page, ann.member, 'Invite to speak')
  await expect(
    roomOf(ann.page).getByText('A host invited you to speak. Press Listening to unmute.'),
  ).toBeVisible()
  await expect(roomOf(ann.page).getByText(/^A host muted you/)).toHaveCount(0)
  await expect(hand).toHaveAttribute('aria-pressed', 'false')
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)

  await actOn(host.page, ann.member, 'Remove from room')
  const question = host.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove from room' }).click()
  const reason = ann.page.getByText('A host removed you from this session.')
  const join = ann.page.getByRole('button', { name: 'Join Live Coaching' })
  await expect(reason).toBeVisible()
  await expect(join).toHaveCount(0)
  await expect(personIn(host.page, ann.member)).toHaveCount(0)
  // They stay removed, with the reason, until the next session.
  await ann.page.reload()
  await expect(reason).toBeVisible()
  await expect(join).toHaveCount(0)
  await host.page.getByRole('button', { name: 'Stop Broadcasting' }).click()
  await expect(reason).toHaveCount(0)
  await goOnAir(host.page)
  await joinAsMember(ann.page)
})

for (const [when, minutes] of [
  ['within an hour of a session', 55],
  ['soon after the start of a session', -50],
] as const) {
  test(`a host goes on air without a question ${when}`, async ({ host }) => {
    const startsAt = new Date(Date.now() + minutes * 60_000).toISOString()
    const sessions = [{ startsAt, isMoved: false }]
    const assignment = { title: 'Give thanks', html: '<p>Every day.</p>' }
    await host.page.route('**/api/live/page', (route) =>
      route.fulfill({ json: { sessions, assignment } }),
    )
    await host.page.goto('/admin')
    await host.page.getByRole('main').getByRole('link', { name: 'Live room' }).click()
    await expect(host.page.getByText('Every day.')).toBeVisible()
    await host.page.getByRole('button', { name: 'Start Broadcasting' }).click()
    await expectInside(host.page)
  })
}

test('raised hands form a queue, and questions have one-time names', async ({ host, paying }) => {
  const [ann, bob] = [await paying(), await paying()]
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await joinAsMember(bob.page)
  await bob.page.getByRole('button', { name: 'Raise hand' }).click()
  const queue = host.page.getByRole('region', { name: 'Raised hands' })
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await ann.page.getByRole('button', { name: 'Raise hand' }).click()
  await expect(queue.getByRole('listitem')).toHaveText([
    new RegExp(bob.member.anonymousUsername),
    new RegExp(ann.member.anonymousUsername),
  ])
  await queue
    .getByRole('button', { name: /^Lower hand of/ })
    .first()
    .click()
  const hand = bob.page.getByRole('button', { name: 'Raise hand' })
  await expect(hand).toHaveAttribute('aria-pressed', 'false')
  await expect(queue.getByRole('listitem')).toHaveCount(1)

  const box = ann.page.getByRole('textbox', { name: 'Your question' })
  await ann.page.getByRole('button', { name: 'Ask' }).click()
  await expect(ann.page.getByText('Enter your question.')).toBeVisible()
  await box.fill('How do I begin on a Monday?')
  await ann.page.getByRole('button', { name: 'Ask' }).click()
  await expect(box).toHaveValue('')
  const own = ann.page.getByRole('list', { name: 'Questions' }).getByRole('listitem')
  await expect(own).toContainText('How do I begin on a Monday?')
  await expect(own).toContainText('Yours')
  const asked = host.page.getByRole('list', { name: 'Questions' }).getByRole('listitem')
  await expect(asked).toContainText('How do I begin on a Monday?')
  await expect(asked).not.toContainText(ann.member.anonymousUsername)
  await expect(asked).not.toContainText('Yours')
  await asked.getByRole('button', { name: /^Mark as answered/ }).click()
  await expect(own).toContainText('Answered')
})

test('a host checks, hides and stops questions, and lets a removed person in again', async ({
  host,
  paying,
}) => {
  const [ann, bob] = [await paying(), await paying()]
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await joinAsMember(bob.page)
  const checked = host.page.getByRole('switch', { name: 'Hosts see questions first' })
  await setBox(checked, true)
  await expect(bob.page.getByText('A host sees them first.')).toBeVisible()
  const ask = async (text: string): Promise<void> => {
    await ann.page.getByRole('textbox', { name: 'Your question' }).fill(text)
    await ann.page.getByRole('button', { name: 'Ask' }).click()
  }
  await ask('How do I begin on a Monday?')
  const own = ann.page.getByRole('list', { name: 'Questions', exact: true }).getByRole('listitem')
  await expect(own).toContainText('A host sees it first')
  const waiting = host.page.getByRole('list', { name: 'Waiting for you (1)' })
  await waiting.getByRole('button', { name: /^Show to everyone/ }).click()
  const seen = bob.page.getByRole('list', { name: 'Questions', exact: true })
  await expect(seen).toContainText('How do I begin on a Monday?')
  const asked = host.page.getByRole('list', { name: 'Questions', exact: true })
  await asked.getByRole('button', { name: /^Stop their questions/ }).click()
  await expect(asked).toContainText('This person can’t ask more questions in this session.')
  await asked.getByRole('button', { name: /^Hide/ }).click()
  await expect(bob.page.getByText('No questions yet.')).toBeVisible()
  await expect(own).toContainText('Not shown')
  await host.page.getByText('Hidden questions (1)').click()
  await expectSoundPage(host.page)
  await ask('And on a Tuesday?')
  await expectToast(
    ann.page,
    'This isn’t possible right now',
    'A host has stopped your questions for this session.',
  )

  // A reload doesn't end a member's visit, or lower the hand.
  await bob.page.getByRole('button', { name: 'Raise hand' }).click()
  await bob.page.reload()
  await expectInside(bob.page)
  await expect(bob.page.getByRole('button', { name: 'Raise hand' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await bob.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  await bob.page.reload()
  await expectInside(bob.page)
  await expect(bob.page.getByText('You were cut off, and nobody can hear you now.')).toBeVisible()
  await expectSoundPage(bob.page)
  await bob.page.getByRole('button', { name: 'Unmute' }).click()
  await expectHears(host.page)

  await actOn(host.page, bob.member, 'Remove from room')
  const question = host.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove from room' }).click()
  await expect(bob.page.getByText('A host removed you from this session.')).toBeVisible()
  const name = `Let ${bob.member.anonymousUsername} in again`
  await host.page.getByRole('button', { name }).click()
  await bob.page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectInside(bob.page)
})

test('an unsent question survives an expired session', async ({
  host,
  paying,
  expectedErrors,
  endSession,
}) => {
  expectedErrors.push(SIGNED_OUT)
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  const box = ann.page.getByRole('textbox', { name: 'Your question' })
  await box.fill('How do I begin again?')
  await endSession(ann.member)
  // If she left the page while still in the room, the next page would put her back in it.
  await expect(roomOf(ann.page).getByRole('button', { name: 'Leave Room' })).toHaveCount(0)
  await ann.page.goto('/live')
  await enterPassword(ann.page, ann.member)
  await expect(ann.page).toHaveURL('/live')
  await joinAsMember(ann.page)
  await expect(box).toHaveValue('How do I begin again?')
  await ann.page.getByRole('button', { name: 'Ask' }).click()
  await expect(box).toHaveValue('')
  const asked = host.page.getByRole('list', { name: 'Questions' }).getByRole('listitem')
  await expect(asked).toContainText('How do I begin again?')
})

test('a recording is announced, recorded, published and played', async ({ host, paying }) => {
  test.slow()
  const [ann, bob] = [await paying(), await paying()]
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  const started = host.page.waitForResponse('**/api/live/recording/start')
  const earliestStart = Date.now()
  await host.page.getByRole('button', { name: 'Start Recording' }).click()
  const banner = 'This session is being recorded.'
  await expect(roomOf(ann.page).getByText(banner).last()).toBeVisible()
  // Everyone is notified before it begins; the call is answered once it has begun.
  await started
  const latestStart = Date.now()
  // Members who join later are notified too.
  await joinAsMember(bob.page)
  await expect(roomOf(bob.page).getByText(banner).last()).toBeVisible()
  await expectHears(bob.page)
  await expectHears(bob.page)
  // Long enough for a check once a second to see it play.
  await expect.poll(() => Date.now() - latestStart).toBeGreaterThan(4_000)
  const earliestStop = Date.now()
  await host.page.getByRole('button', { name: 'Stop Recording' }).click()
  await expect(host.page.getByRole('button', { name: 'Start Recording' })).toBeVisible()
  const latestStop = Date.now()
  await expect(roomOf(ann.page).locator('p:not(.sr-only)', { hasText: banner })).toHaveCount(0)

  const row = host.page.getByRole('region', { name: 'Recordings' }).getByRole('listitem').first()
  const play = row.getByRole('button', { name: /^Play/ })
  await expect(play).toBeVisible({ timeout: WAIT_MS })
  const sound = await soundOf(row.getByRole('link', { name: /^Download/ }))
  expect(sound.seconds).toBeGreaterThan((earliestStop - latestStart) / 1_000 - 0.2)
  expect(sound.seconds).toBeLessThan((latestStop - earliestStart) / 1_000 + 0.2)
  // Chromium's fake microphone beeps once a second and is silent in between.
  expect(sound.loudTenths).toBeGreaterThanOrEqual(Math.floor(sound.seconds) - 1)
  expect(sound.loudTenths).toBeLessThan(sound.seconds * 8)
  // Playback may already have ended and be back at the start.
  await expect(async () => {
    if (await play.isVisible()) await play.click()
    await expect(row.getByRole('button', { name: /^Pause/ })).toBeVisible({ timeout: 2_000 })
    expect(secondsOf(await row.innerText())).toBeGreaterThan(0)
  }).toPass()

  await row.getByRole('button', { name: /^Publish/ }).click()
  const dialog = host.page.getByRole('dialog', { name: 'Publish recording' })
  const title = dialog.getByRole('textbox', { name: 'Title' })
  // It starts with the recording's name.
  await expect(title).toHaveValue(/^Session of /)
  await title.fill('')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await title.fill('Beginning again')
  // The list is notified of the change before the answer arrives.
  await host.page.route('**/api/admin/live/recordings/*', async (route) => {
    const response = await route.fetch()
    await expect(host.page.getByText('Published', { exact: true })).toBeVisible()
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast(host.page, 'Recording published')
  await expect(dialog).toBeHidden()
  await host.page.unrouteAll()
  await unfold(ann.page)
  const past = ann.page.getByRole('region', { name: 'Past Sessions' })
  const playPast = past.getByRole('button', { name: 'Play Beginning again' })
  await expect(playPast).toBeVisible()
  await expect(async () => {
    if (await playPast.isVisible()) await playPast.click()
    expect(secondsOf(await past.innerText())).toBeGreaterThan(0)
  }).toPass()

  await row.getByRole('button', { name: 'Unpublish Beginning again' }).click()
  await expect(past.getByText('No session has been published yet.')).toBeVisible()
  const file = await row.getByRole('link', { name: /^Download/ }).getAttribute('href')
  await row.getByRole('button', { name: 'Delete Beginning again' }).click()
  await host.page.getByRole('button', { name: 'Delete recording' }).click()
  await expect(host.page.locator(`a[href="${file}"]`)).toHaveCount(0)
})

/** The length of the recording behind a link, and how many tenths of a second have sound. */
function soundOf(link: Locator): Promise<{ seconds: number; loudTenths: number }> {
  return link.evaluate(async (anchor: HTMLAnchorElement) => {
    const file = await (await fetch(anchor.href)).arrayBuffer()
    const context = new OfflineAudioContext({ length: 1, sampleRate: 48_000 })
    const audio = await context.decodeAudioData(file)
    const samples = audio.getChannelData(0)
    const tenth = audio.sampleRate / 10
    let loudTenths = 0
    for (let from = 0; from < samples.length; from += tenth) {
      if (samples.subarray(from, from + tenth).some((sample) => Math.abs(sample) > 0.05)) {
        loudTenths += 1
      }
    }
    return { seconds: audio.duration, loudTenths }
  })
}

/** The elapsed seconds from a player's text: '0:03 / 0:09'. */
function secondsOf(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d) \/ \d/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('a member without access is refused on the page and by the server', {
  tag: '@journey',
}, async ({ host, world, openPage, steps, expectedErrors }) => {
  expectedErrors.push(/status of 500 .*\/api\/check-subscription\)$/)
  const visitor = await world.member()
  const page = await openPage({ as: visitor })
  await startBroadcast(host.page)
  await page.route('**/api/check-subscription', (route) => route.fulfill({ status: 500 }))
  await page.goto('/live')
  await page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectToast(page, 'Error', 'Failed to verify subscription status')
  await page.unroute('**/api/check-subscription')
  await page.getByRole('button', { name: 'Join Live Coaching' }).click()
  // Shown in addition to the dialog, which hides it from roles.
  const warning = page
    .locator('li', { hasText: 'Subscription Required' })
    .filter({ hasText: 'Please upgrade your subscription to join the live coaching room.' })
  await expect(warning).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Upgrade Required' })
  await expect(dialog.getByRole('button', { name: 'Upgrade Now' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await unfold(page)
  await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeVisible()
  expect(await steps.statusOf(visitor, 'POST', '/api/live/join')).toBe(403)
  expect(await steps.statusOf(visitor, 'GET', '/api/live/recordings')).toBe(403)
  expect(await steps.statusOf(visitor, 'POST', '/api/live/start')).toBe(403)
  await page.goto('/sfx-members')
  await expect(page).toHaveURL('/dashboard')
})

test('a host whose page was closed can return within the grace period', async ({
  host,
  paying,
  openPage,
}) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  // Before the crash, so that little is left to do in the grace period.
  const again = await openPage({ as: host.member })
  await watchConnections(again)
  await again.goto('/dashboard')
  await host.page.goto('chrome://crash').catch(() => undefined)
  const notice = roomOf(ann.page).getByText(/^No host is in the room\. It closes in \d+ second/)
  await expect(notice).toBeVisible()
  await again.goto('/sfx-members')
  await again.getByRole('button', { name: 'Join Room' }).click()
  await expectInside(again)
  await expect(notice).toHaveCount(0)
  await again.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
})

test('going off air ends everyone’s session', async ({ host, paying }) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  const stop = host.page.getByRole('button', { name: 'Stop Broadcasting' })
  const question = host.page.getByRole('alertdialog', { name: 'End the session for everyone?' })
  await stop.click()
  await expect(question).toContainText('Everyone in the room will be disconnected.')
  await question.getByRole('button', { name: 'Stay on air' }).click()
  await expect(question).toHaveCount(0)
  await expectInside(ann.page)
  // A reload doesn't end the visit: the host returns muted only if they were.
  await host.page.reload()
  await expectInside(host.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  await host.page.reload()
  await expectInside(host.page)
  await expect(host.page.getByRole('button', { name: 'Speaking' })).toBeVisible()
  await expectHears(ann.page)
  await expect(roomOf(host.page).getByText(/^No host is in the room/)).toHaveCount(0)
  await expect(host.page.getByRole('button', { name: 'Raise hand' })).toHaveCount(0)
  await host.page.getByRole('button', { name: 'Leave Room' }).click()
  await expect(roomOf(host.page).getByText(/^No host is in the room\. It closes in/)).toBeVisible()
  // The button to rejoin comes first.
  const buttons = roomOf(host.page).getByRole('button', { name: /^(Join Room|Stop Broadcasting)$/ })
  await expect(buttons).toHaveText(['Join Room', 'Stop Broadcasting'])
  await stop.click()
  await question.getByRole('button', { name: 'End the session' }).click()
  await expectToast(host.page, 'Room is now OFF AIR', 'Room is now closed')
  await expect(host.page.getByText('Joined audio room')).toHaveCount(0)
  await expect(ann.page.getByText('The session has ended')).toBeVisible()
  await expect(ann.page.getByText('The host closed the room.')).toBeVisible()
  await expect(roomOf(ann.page).getByText('OFF AIR')).toBeVisible()
  await expect(roomOf(host.page).getByText('OFF AIR')).toBeVisible()
  await expect(host.page.getByText('The session has ended')).toHaveCount(0)
  await expect(host.page.getByRole('button', { name: 'Start Broadcasting' })).toBeVisible()
})

test('a page whose socket is lost says so, and reconnects to the same place', async ({
  host,
  paying,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503 .*\/api\/live\/join\)$/)
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  await ann.page.getByRole('button', { name: 'Raise hand' }).click()
  const hands = host.page.getByRole('region', { name: 'Raised hands' })
  await expect(hands.getByRole('listitem')).toHaveCount(1)
  await ann.page.route('**/api/live/join', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.', code: 'provider_unavailable' } }),
  )
  const sockets = await ann.page.evaluate(() => {
    window.sockets.at(-1)?.close()
    return window.sockets.length
  })
  const notice = roomOf(ann.page).getByText('Reconnecting…')
  await expect(notice).toBeVisible()
  await expect(personIn(host.page, ann.member)).toContainText('Reconnecting')
  await ann.page.unroute('**/api/live/join')
  await expect.poll(() => ann.page.evaluate(() => window.sockets.length)).toBeGreaterThan(sockets)
  await expectInside(ann.page)
  await expect(notice).toHaveCount(0)
  await expect(hands.getByRole('listitem')).toHaveCount(1)
  await expect(peopleIn(host.page)).toHaveCount(2)
  await expectHears(ann.page)
  // After reconnecting, the microphone is muted and can be unmuted.
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
})

test('the room continues while other pages are open, until a second page joins', async ({
  host,
  paying,
  openPage,
}) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  await ann.page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard').click()
  const bar = ann.page.getByRole('region', { name: 'The room you are in' })
  await expect(bar.getByText(/^You are in the room/)).toBeVisible()
  await expectNothingCovered(ann.page)
  await expectHears(ann.page)
  await expectSoundPage(ann.page)
  await bar.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  await bar.getByRole('link', { name: 'Live Coaching' }).click()
  await expectInside(ann.page)
  await ann.page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard').click()
  await bar.getByRole('button', { name: 'Leave Room' }).click()
  await expect(personIn(host.page, ann.member)).toHaveCount(0)

  await joinAsMember(ann.page)
  const second = await openPage({ as: ann.member })
  await joinAsMember(second)
  await expect(ann.page.getByText('You are in the room on another page')).toBeVisible()
})

test('a microphone can be tested before joining, and the chosen one is used', async ({
  host,
  paying,
}) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await ann.page.goto('/live')
  await ann.page.getByRole('button', { name: 'Test microphone' }).click()
  const dialog = ann.page.getByRole('dialog', { name: 'Your microphone' })
  const choice = dialog.getByRole('combobox', { name: 'Microphone' })
  await expect(choice.getByRole('option')).not.toHaveCount(0)
  const bar = dialog.locator('[style*="scaleX"]')
  await expect
    // A beep shows for 80 ms, twice a second, so checking once a second could miss all of them.
    .poll(async () => Number(/[\d.]+/.exec((await bar.getAttribute('style')) ?? '')?.[0]), {
      intervals: [20],
    })
    .toBeGreaterThan(0.2)
  const standard = await choice.inputValue()
  const chosen = await choice
    .getByRole('option')
    .evaluateAll(
      (options, current) =>
        options
          .map((option) => (option instanceof HTMLOptionElement ? option.value : ''))
          .find((value) => value !== current && value !== 'default'),
      standard,
    )
  await choice.selectOption(chosen ?? '')
  // The list shows the device that is open.
  await expect(choice).toHaveValue(chosen ?? '')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await ann.page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectInside(ann.page)
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  expect(await sendingDevice(ann.page)).toBe(chosen)
  await expect(ann.page.getByText('The microphone you chose isn’t connected')).toHaveCount(0)

  // One that is gone: another is used, and the page says so.
  await ann.page.getByRole('button', { name: 'Speaking' }).click()
  await ann.page.evaluate(() => localStorage.setItem('live-microphone', 'unplugged'))
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expect(ann.page.getByText(/The microphone you chose isn’t connected/)).toBeVisible()
  await expect.poll(() => sendingDevice(ann.page)).toBe(standard)
})

/** The id of the microphone whose sound this page sends. */
function sendingDevice(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const senders = window.peers.at(-1)?.getSenders() ?? []
    return senders.find(({ track }) => track)?.track?.getSettings().deviceId
  })
}

test('the page around the room and the dashboard’s card show the right content', async ({
  host,
  paying,
  openPage,
}) => {
  // Times are shown in the member's time zone, not the browser's.
  const ann = await paying({ timeZone: 'Asia/Tokyo' })
  await ann.page.goto('/dashboard')
  const card = ann.page.getByRole('region', { name: 'Live Coaching' })
  await expect(card.getByText('OFF AIR')).toBeVisible()
  await expect(card.getByText(/^Next session: \w+day, .* GMT\+9$/)).toBeVisible()
  await startBroadcast(host.page)
  await expect(card.getByText('ON AIR')).toBeVisible()
  await card.getByRole('link', { name: 'Join Live Coaching' }).click()
  await expect(ann.page).toHaveURL('/live')

  await unfold(ann.page)
  const schedule = ann.page.getByRole('region', { name: 'Upcoming LIVE Coaching Schedule' })
  await expect(schedule.getByRole('listitem')).toHaveCount(3)
  const [download] = await Promise.all([
    ann.page.waitForEvent('download'),
    schedule.getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('live-coaching.ics')

  const faq = ann.page.getByRole('region', { name: 'Frequently Asked Questions' })
  await faq.getByText('How do I join the live coaching?').click()
  await expect(faq.getByText(/wait for the admin to enable the Join button/)).toBeVisible()
  await faq.getByText('What should I prepare?').click()
  await expect(faq.getByText(/be in a quiet environment/)).toBeVisible()
  await expect(faq.getByText(/wait for the admin to enable the Join button/)).toBeHidden()
  await faq.getByText('What should I prepare?').click()
  await expect(faq.getByText(/be in a quiet environment/)).toBeHidden()
  await expect(ann.page.getByRole('region', { name: 'Monthly Faith Assignment' })).toBeVisible()
  await expectSoundPage(ann.page)
  const signedOut = await openPage()
  await signedOut.goto('/live')
  await expect(signedOut).toHaveURL(/\/auth/)
})

test('an administrator sets the assignment and how long recordings are kept', async ({
  host,
  paying,
}) => {
  const ann = await paying()
  const listening = ann.page.waitForResponse('**/api/events?*')
  await ann.page.goto('/live')
  await listening
  await host.page.goto('/sfx-members')
  await host.page.getByRole('button', { name: 'Live Coaching Settings' }).click()
  const card = host.page.getByRole('region', { name: 'Live Coaching Settings' })
  const days = card.getByRole('spinbutton', { name: 'Keep recordings for (days)' })
  await days.fill('0')
  await card.getByRole('button', { name: 'Save Settings' }).click()
  await expect(card.getByText('Keep recordings for at least one day.')).toBeVisible()
  await days.fill('45')
  await card.getByRole('textbox', { name: 'Title of the monthly assignment' }).fill('Begin again')
  await card
    .getByRole('textbox', { name: 'Monthly assignment', exact: true })
    .fill('One quiet step.')
  await card.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(host.page, 'Settings saved successfully')
  const assignment = ann.page.getByRole('region', { name: 'Monthly Faith Assignment' })
  await expect(assignment.getByRole('heading', { name: 'Begin again' })).toBeVisible()
  await expect(assignment.getByText('One quiet step.')).toBeVisible()
  await host.page.reload()
  await host.page.getByRole('button', { name: 'Live Coaching Settings' }).click()
  await expect(days).toHaveValue('45')
})

test('the room can be used by keyboard alone', async ({ host, paying }) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await ann.page.goto('/live')
  const join = ann.page.getByRole('button', { name: 'Join Live Coaching' })
  await expect(join).toBeVisible()
  await tabTo(join)
  await ann.page.keyboard.press('Enter')
  await expectInside(ann.page)
  // The focus stays in the room, although the button that had it was removed.
  const talk = ann.page.getByRole('button', { name: 'Listening' })
  await ann.page.keyboard.press('Tab')
  await expect(talk).toBeFocused()
  await ann.page.keyboard.press('Space')
  await expectHears(host.page)
  await tabTo(ann.page.getByRole('button', { name: 'Raise hand' }))
  await ann.page.keyboard.press('Enter')
  const menu = host.page.getByRole('button', {
    name: `Actions for ${ann.member.anonymousUsername}`,
  })
  await tabTo(menu)
  await host.page.keyboard.press('Enter')
  await expect(host.page.getByRole('menuitem').first()).toBeFocused()
  await host.page.keyboard.press('Enter')
  await expect(talk).toBeVisible()
  await tabTo(ann.page.getByRole('button', { name: 'Leave Room' }))
  await ann.page.keyboard.press('Enter')
  await expect(join).toBeVisible()
})
