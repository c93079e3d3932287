import { expect, expectAccessible, expectSoundPage, expectToast } from './fixtures.ts'
import {
  expectHears,
  expectInside,
  joinAsMember,
  personIn,
  roomOf,
  startBroadcast,
  test,
} from './live-steps.ts'

test.use({ siteName: 'live' })

test('who has no membership is offered it, and led to the payment', async ({
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
  await expect(
    page.getByText('The session is live. You need the membership to join.'),
  ).toBeVisible()
  await expect(page.getByText('You’ll join muted.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Join Live Coaching' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade Required' })
  await expect(dialog.getByText(title, { exact: true })).toBeVisible()
  await expect(dialog).toContainText(`$${(priceCents / 100).toFixed(2)} / month`)
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Upgrade Now' }).click()
  await expect(page).toHaveURL(/\/till\//)
  await expect(page.getByText(title).first()).toBeVisible()
})

test('who loses the membership at the door is told what would help', async ({
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

test('sound that the browser holds back is turned on by hand', async ({ host, paying }) => {
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

test('a page that looks for its way back says so', async ({ host, paying, expectedErrors }) => {
  expectedErrors.push(/status of 503 .*\/api\/live\/join\)$/)
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  await ann.page.route('**/api/live/join', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.', code: 'provider_unavailable' } }),
  )
  await ann.page.evaluate(() => window.sockets.at(-1)?.close())
  const notice = roomOf(ann.page).getByText('Reconnecting…')
  await expect(notice).toBeVisible()
  await expect(personIn(host.page, ann.member)).toContainText('Reconnecting')
  await expectSoundPage(ann.page)
  await ann.page.unroute('**/api/live/join')
  await expect(notice).toHaveCount(0)
  await expectInside(ann.page)
  await expectHears(ann.page)
})

test('a host lowers all hands at once', async ({ host, paying }) => {
  const people = [await paying(), await paying()]
  await startBroadcast(host.page)
  for (const { page } of people) {
    await joinAsMember(page)
    await page.getByRole('button', { name: 'Raise hand' }).click()
  }
  const queue = host.page.getByRole('region', { name: 'Raised hands' })
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await queue.getByRole('button', { name: 'Lower all hands' }).click()
  await expect(queue).toHaveCount(0)
  for (const { page } of people) {
    await expect(page.getByRole('button', { name: 'Raise hand' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  }
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
  const actions = `Actions for ${ann.member.anonymousUsername}`
  await host.page.getByRole('button', { name: actions }).click()
  // All else is hidden from roles while a menu is open, which other rules take for a fault.
  const rules = ['color-contrast', 'aria-required-children', 'aria-required-parent']
  await expectAccessible(host.page, { rules })
  await host.page.getByRole('menuitem', { name: 'Remove from room' }).click()
  const question = host.page.getByRole('alertdialog')
  await expect(question).toContainText('They leave right away and can’t come back to this session.')
  await expectSoundPage(host.page)
  await question.getByRole('button', { name: 'Remove from room' }).click()
  await expect(ann.page.getByText('You are no longer in the room')).toBeVisible()
  await expectSoundPage(ann.page)
})
