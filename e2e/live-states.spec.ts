import {
  expect,
  expectAccessible,
  expectSoundPage,
  expectToast,
  setBox,
  tabTo,
} from './fixtures.ts'
import {
  actOn,
  expectHears,
  joinAsMember,
  personIn,
  roomOf,
  startBroadcast,
  test,
  unfold,
} from './live-steps.ts'
import { controlMicrophone, refuseMicrophone, takeMicrophoneAway } from './microphone-steps.ts'

test.use({ siteName: 'live' })

test('a member without the membership is offered it, pays and is led to the room', async ({
  host,
  world,
  site,
  openPage,
}) => {
  const page = await openPage({ as: await world.member() })
  await startBroadcast(host.page)
  const { title, priceCents } = await site.db
    .selectFrom('product')
    .innerJoin('websiteSettings', 'membershipProductId', 'productId')
    .select(['title', 'priceCents'])
    .executeTakeFirstOrThrow()
  await page.goto('/live')
  await expect(page.getByText(/^The session is live\. The room comes with/)).toBeVisible()
  await expect(page.getByText('You’ll join muted.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Join Live Coaching' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade Required' })
  await expect(dialog.getByText(title, { exact: true })).toBeVisible()
  await expect(dialog).toContainText(`$${(priceCents / 100).toFixed(2)} / month`)
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Upgrade Now' }).click()
  await expect(page).toHaveURL(/\/till\//)
  await expect(page.getByText(title).first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank You for Your Purchase!' })).toBeVisible()
  const room = page.getByRole('region', { name: 'Live Coaching' })
  await expect(room).toContainText('The room is open now.')
  const calendar = page.getByRole('link', { name: 'Add to calendar' })
  await expect(calendar).toHaveAttribute('href', '/api/live/calendar.ics')
  await expectSoundPage(page)
  await room.getByRole('link', { name: 'Join Live Coaching' }).click()
  await expect(roomOf(page).getByRole('button', { name: 'Join Live Coaching' })).toBeVisible()
})

test('a member whose membership ends before joining is told what to do', async ({
  host,
  paying,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403 .*\/api\/live\/join\)$/)
  const ann = await paying()
  await startBroadcast(host.page)
  await ann.page.goto('/live')
  await ann.page.route('**/api/live/join', (route) =>
    route.fulfill({
      status: 403,
      json: { message: 'This needs a membership.', code: 'subscription_required' },
    }),
  )
  await ann.page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectToast(
    ann.page,
    'Subscription Required',
    'Please upgrade your subscription to join the live coaching room.',
  )
  await expect(ann.page.getByText('Failed to join')).toHaveCount(0)
})

test('sound that the browser blocks can be turned on with a button', async ({ host, paying }) => {
  const ann = await paying()
  await ann.page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement): Promise<void> {
      const isAsked = document.activeElement?.textContent === 'Turn on sound'
      return isAsked
        ? play.call(this)
        : Promise.reject(new DOMException('No sound.', 'NotAllowedError'))
    }
  })
  await startBroadcast(host.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await joinAsMember(ann.page)
  const banner = roomOf(ann.page).getByText('Your browser blocked the sound.')
  await expect(banner).toBeVisible()
  await expectSoundPage(ann.page)
  await roomOf(ann.page).getByRole('button', { name: 'Turn on sound' }).click()
  await expect(banner).toHaveCount(0)
  await expectHears(ann.page)
})

test('in the room, a refused or stopped microphone is explained where it is turned on', async ({
  host,
  paying,
}) => {
  const ann = await paying()
  await controlMicrophone(ann.page)
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  const dock = ann.page.getByRole('region', { name: 'Your controls' })
  const question = ann.page.getByRole('textbox', { name: 'Your question' })
  await question.fill('Where do I begin?')
  await refuseMicrophone(ann.page, 'NotAllowedError')
  await dock.getByRole('button', { name: 'Listening' }).click()
  await expect(dock.getByText(/^Microphone access denied\. Please check your/)).toBeVisible()
  await refuseMicrophone(ann.page)
  await dock.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  await expect(dock.getByText('Everyone in the room can hear you.')).toBeVisible()

  await takeMicrophoneAway(ann.page)
  const stopped = dock.getByText(/^Your microphone has stopped\. Check that it’s connected/)
  await expect(stopped).toBeVisible()
  await expect(personIn(host.page, ann.member)).toContainText(/^(?!.*Speaking)/)
  await expect(question).toHaveValue('Where do I begin?')
  await dock.getByRole('button', { name: 'Listening' }).click()
  await expect(stopped).toHaveCount(0)
  await expectHears(host.page)

  // The members of a room that was closed because no host came back read why.
  await ann.page.evaluate(() => {
    const data = JSON.stringify({ type: 'ended', reason: 'no-host' })
    window.sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data }))
  })
  await expect(
    roomOf(ann.page).getByText('The host lost the connection and couldn’t come back in time'),
  ).toBeVisible()
})

test('host, co-host and member can be on the stage together', async ({ host, paying }) => {
  test.slow()
  const [ann, bob] = [await paying(), await paying()]
  await startBroadcast(host.page)
  for (const { page } of [ann, bob]) await joinAsMember(page)
  const pages = [host.page, ann.page, bob.page]
  for (const page of pages) await expect(roomOf(page).getByText(/^Session \d+:\d\d$/)).toBeVisible()
  // The schedule and past sessions are collapsed.
  await expect(host.page.getByRole('region', { name: 'Live Coaching Settings' })).toBeHidden()
  const schedule = ann.page.getByRole('region', { name: 'Upcoming LIVE Coaching Schedule' })
  await expect(schedule).toBeHidden()
  await unfold(ann.page)
  await expect(schedule).toBeVisible()

  // The host makes Bob a co-host by keyboard.
  const menu = host.page.getByRole('button', {
    name: `Actions for ${bob.member.anonymousUsername}`,
  })
  await tabTo(menu)
  await host.page.keyboard.press('Enter')
  await expect(host.page.getByRole('menuitem').first()).toBeFocused()
  await host.page.keyboard.press('ArrowDown')
  await expect(host.page.getByRole('menuitem', { name: 'Make co-host' })).toBeFocused()
  await host.page.keyboard.press('Enter')
  await expectToast(
    bob.page,
    'You are a co-host',
    'You can invite, mute and remove people in this session.',
  )
  const tools = bob.page.getByRole('region', { name: 'Co-host controls' })
  await expect(tools.getByRole('button')).toHaveText(['Mute all'])
  await expect(bob.page.getByRole('button', { name: /Broadcasting|Recording/ })).toHaveCount(0)
  const speakers = ann.page.getByRole('list', { name: /^Speakers/ }).getByRole('listitem')
  await expect(speakers).toHaveText([/Host/, /Co-host/])

  // In an invite-only room, Ann raises a hand and Bob invites her by keyboard.
  await setBox(host.page.getByRole('switch', { name: 'Only invited people can speak' }), true)
  const dock = ann.page.getByRole('region', { name: 'Your controls' })
  await expect(dock.getByText(/^Only invited people can speak\. Raise/)).toBeVisible()
  await dock.getByRole('button', { name: 'Raise hand' }).click()
  const invite = bob.page.getByRole('button', {
    name: `Invite to speak: ${ann.member.anonymousUsername}`,
  })
  await expect(invite).toBeVisible()
  for (const page of pages) await expectSoundPage(page)
  await ann.page.keyboard.press('End')
  await tabTo(invite)
  await bob.page.keyboard.press('Enter')
  // The button was removed with its row; the focus moves to the queue.
  await expect(bob.page.getByRole('region', { name: 'Raised hands' })).toBeFocused()
  await expect(dock.getByText(/^A host invited you to speak\. Press/)).toBeInViewport({ ratio: 1 })
  await expect(dock.getByRole('button', { name: 'Raise hand' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await dock.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
  await expect(speakers).toHaveCount(3)

  await host.page.getByRole('button', { name: 'Start Recording' }).click()
  await expectToast(host.page, 'Recording started', 'Your session is now being recorded')
  await expect(roomOf(ann.page).getByText(/^Recording \d+:\d\d$/)).toBeVisible()
  await expectSoundPage(ann.page)
  // Ann can be heard, until everyone is muted.
  const silence = host.page.getByText('Nobody’s microphone is on, so the recording is silent.')
  await expect(silence).toHaveCount(0)
  await tools.getByRole('button', { name: 'Mute all' }).click()
  await expect(silence).toBeVisible()
  await expect(bob.page.getByText('Nobody’s microphone is on')).toHaveCount(0)
  await host.page.getByRole('button', { name: 'Stop Recording' }).click()
  await expectToast(host.page, 'Recording stopped', 'Your recording has been saved')
  await expect(roomOf(ann.page).getByText(/^Recording \d+:\d\d$/)).toHaveCount(0)

  await expect(dock.getByRole('button', { name: 'Listening' })).toBeVisible()
  await expect(dock.getByText(/^Only invited people can speak\. Raise/)).toBeVisible()
  await setBox(host.page.getByRole('switch', { name: 'Only invited people can speak' }), false)

  // Bob is still a co-host when he rejoins, until the host ends it.
  await bob.page.getByRole('button', { name: 'Leave Room' }).click()
  await bob.page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expect(tools).toBeVisible()
  for (const { page } of [ann, bob]) await page.getByRole('button', { name: 'Raise hand' }).click()
  const queue = host.page.getByRole('region', { name: 'Raised hands' })
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await queue.getByRole('button', { name: 'Lower all hands' }).click()
  await expect(queue.getByText('No hands are raised.')).toBeVisible()
  await expect(dock.getByRole('button', { name: 'Raise hand' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await actOn(host.page, bob.member, 'End co-host role')
  await expectToast(bob.page, 'You are no longer a co-host')
  await expect(tools).toHaveCount(0)
})

test('menus and dialogs of the room are accessible and fit a small phone', async ({
  host,
  paying,
}) => {
  const ann = await paying()
  await ann.page.goto('/live')
  await ann.page.getByRole('button', { name: 'Test microphone' }).click()
  const microphone = ann.page.getByRole('dialog', { name: 'Your microphone' })
  await expect(microphone.getByRole('combobox', { name: 'Microphone' })).toBeVisible()
  await expectSoundPage(ann.page)
  await microphone.getByRole('button', { name: 'Done' }).click()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Rules' }).click()
  const form = host.page.getByRole('dialog', { name: 'Rules for this session' })
  await form.getByRole('textbox', { name: 'Rules' }).fill('Be kind. '.repeat(66).trim())
  await expectSoundPage(host.page)
  await form.getByRole('button', { name: 'Show to everyone' }).click()
  const card = ann.page.getByRole('region', { name: 'Rules for this session' })
  await expect(card).toContainText('Be kind.')
  await expect(ann.page.getByRole('status').filter({ hasText: 'Rules for this' })).toHaveCount(1)
  await expectSoundPage(ann.page)
  await card.getByRole('button', { name: 'Close the rules' }).click()
  await expect(card).toHaveCount(0)
  await expect(host.page.getByRole('button', { name: 'Rules (shown)' })).toBeVisible()
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  // On the host's page she has moved to the stage.
  await expect(personIn(host.page, ann.member)).toContainText('Speaking')
  await actOn(host.page, ann.member, 'Give 2 minutes to speak')
  const dock = ann.page.getByRole('region', { name: 'Your controls' })
  await expect(dock.getByRole('timer')).toHaveText(/^1:\d\d$/)
  await expect(personIn(host.page, ann.member).getByRole('timer')).toHaveText(/^1:\d\d$/)
  await expectSoundPage(ann.page)
  await actOn(host.page, ann.member, 'Stop speaking time')
  await expect(dock.getByText('Time left')).toHaveCount(0)
  const actions = `Actions for ${ann.member.anonymousUsername}`
  await host.page.getByRole('button', { name: actions }).click()
  // An open menu hides everything else from roles, which other rules report as a violation.
  const rules = ['color-contrast', 'aria-required-children', 'aria-required-parent']
  await expectAccessible(host.page, { rules })
  await host.page.getByRole('menuitem', { name: 'Remove from room' }).click()
  const question = host.page.getByRole('alertdialog')
  await expect(question).toContainText(
    'They leave right away. They can’t come back to this session unless a host lets them in again.',
  )
  await expectSoundPage(host.page)
  await question.getByRole('button', { name: 'Remove from room' }).click()
  await expect(ann.page.getByText('You are no longer in the room')).toBeVisible()
  await expectSoundPage(ann.page)
})
