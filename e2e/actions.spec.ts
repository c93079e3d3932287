import type { Locator, Page } from '@playwright/test'
import { addDays, logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { zoneWithHour } from '#server/testing/clock.ts'
import {
  expect,
  expectSettled,
  expectSoundPage,
  expectToast,
  setBox,
  tabTo,
  test,
} from './fixtures.ts'
import { keepToasts } from './story-steps.ts'

const CHICAGO = 'America/Chicago'

function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Daily Actions', exact: true })
}

function tick(within: Locator, name: string): Locator {
  return within.getByRole('checkbox', { name })
}

function ownList(page: Page): Locator {
  return page.getByRole('list', { name: 'My actions' })
}

function days(page: Page): Locator {
  return page.getByRole('list', { name: 'Your last seven days' }).getByRole('listitem')
}

function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

test('personal actions are written, ticked and deleted on their page', { tag: '@journey' }, async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Daily Actions List' }).click()
  await expect(page).toHaveURL('/daily-actions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Daily Actions')
  await expect(page.getByText('You haven’t added any actions yet.')).toBeVisible()

  const field = page.getByLabel('New action')
  const add = page.getByRole('button', { name: 'Add action' })
  await field.fill('   ')
  await add.click()
  await expect(page.getByText('Action content is required', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('Walk around the lake')
  await add.dblclick()
  await expectToast(page, 'Daily action created successfully')
  await expect(field).toHaveValue('')
  await expect(ownList(page).getByRole('listitem')).toHaveText(['Walk around the lake'])
  await field.fill('Write to Ruth')
  await field.press('Enter')
  await expect(ownList(page).getByRole('listitem')).toHaveCount(2)

  await setBox(tick(ownList(page), 'Write to Ruth'), true)
  await expectToast(page, 'Action completed!')
  await expectSoundPage(page)
  await page.reload()
  await expect(ownList(page).getByRole('listitem')).toHaveText([
    'Walk around the lake',
    'Write to Ruth',
  ])
  await expect(tick(ownList(page), 'Write to Ruth')).toBeChecked()

  await keepToasts(page)
  await page.getByRole('button', { name: 'Delete: Walk around the lake' }).click()
  await expectToast(page, 'Action deleted successfully')
  await toasts(page).hover()
  await expect(ownList(page).getByRole('listitem')).toHaveText(['Write to Ruth'])
  await expect(page.getByRole('button', { name: 'Delete: Write to Ruth' })).toBeFocused()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(ownList(page).getByRole('listitem')).toHaveText([
    'Write to Ruth',
    'Walk around the lake',
  ])
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an action written offline waits in the list and is sent once', { tag: '@journey' }, async ({
  page,
  member,
  context,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await world.personalActions(member, 'Feed the birds')
  await page.goto('/daily-actions')
  await expect(ownList(page).getByRole('listitem')).toHaveCount(1)
  await expectSettled(page)
  await context.setOffline(true)
  await page.getByLabel('New action').fill('Mend the fence')
  await page.getByRole('button', { name: 'Add action' }).click()
  await expectToast(
    page,
    'Daily action created successfully',
    'We’ll send it when you’re back online.',
  )
  const waiting = ownList(page).getByRole('listitem').filter({ hasText: 'Mend the fence' })
  await expect(waiting.getByText('not sent yet')).toBeVisible()
  await expect(tick(waiting, 'Mend the fence')).toBeDisabled()
  await setBox(tick(ownList(page), 'Feed the birds'), true)
  await expectToast(
    page,
    'Action completed!',
    'It’s saved on this device and will be sent as soon as possible.',
  )
  await expect(tick(ownList(page), 'Feed the birds')).toBeChecked()

  await context.setOffline(false)
  await expect(ownList(page).getByText('not sent yet')).toHaveCount(0)
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  )
  await setBox(tick(ownList(page), 'Mend the fence'), true)
  await saved
  await page.reload()
  await expect(ownList(page).getByRole('listitem')).toHaveText(['Feed the birds', 'Mend the fence'])
  await expect(ownList(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
})

test('the week ring shows done days and rest days, and one day must stay for actions', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*rest-days/)
  const member = await world.member({ timeZone: CHICAGO })
  const today = logicalDate(new Date(), CHICAGO)
  await site.db
    .updateTable('member')
    .set({ createdAt: new Date(Date.now() - 60 * 86_400_000) })
    .where('memberId', '=', member.id)
    .execute()
  await site.db
    .insertInto('actionTick')
    .values([
      { memberId: member.id, day: addDays(today, -6), actionType: 'prayer', finishedLater: false },
      { memberId: member.id, day: addDays(today, -6), actionType: 'growth', finishedLater: false },
      { memberId: member.id, day: addDays(today, -2), actionType: 'prayer', finishedLater: true },
    ])
    .execute()
  await signIn(member)
  await page.goto('/flow?tab=faith')
  const name = (date: string): string =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  const quiet = [-5, -4, -3, -1].map((offset) => addDays(today, offset))
  await expect(days(page)).toHaveText([
    `${name(addDays(today, -6))}: 2 actions`,
    ...quiet.slice(0, 3).map((date) => `${name(date)}: no actions`),
    `${name(addDays(today, -2))}: 1 action, finished later`,
    `${name(addDays(today, -1))}: no actions`,
    'Today: still open',
  ])
  await expect(page.getByText('A small step today is a good beginning.')).toBeVisible()

  const openRestDays = async (): Promise<void> => {
    await panel(page).getByRole('button', { name: 'More: Daily Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rest days' }).click()
  }
  await openRestDays()
  const rest = page.getByRole('dialog', { name: 'Rest days' })
  for (const date of quiet.slice(0, 2)) {
    const saved = page.waitForResponse('**/rest-days')
    await setBox(tick(rest, name(date)), true)
    await saved
  }
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await expect(days(page).filter({ hasText: 'rest day' })).toHaveCount(2)
  await expect(page.getByText('You’re on track this week.')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'More: Daily Actions' })).toBeFocused()
  await page.reload()
  await expect(days(page).filter({ hasText: 'rest day' })).toHaveCount(2)
  await expect(page.getByText('You’re on track this week.')).toBeVisible()

  // Before the boxes are there, because React remembers how to set each of them.
  const clearedDays = await recordClearedBoxes(page)
  await openRestDays()
  // Sunday to Saturday, two of them already chosen. The last press is refused.
  await expect(rest.getByRole('checkbox')).toHaveCount(7)
  let last: string | null = null
  for (let left = 5; left > 0; left--) {
    await expect(rest.getByRole('checkbox', { checked: false })).toHaveCount(left)
    const open = page.getByRole('checkbox', { checked: false })
    const label = rest.locator('label', { has: open }).first()
    last = await label.textContent()
    await label.click()
  }
  await expect(rest.getByText('Leave one day of the week for your actions.')).toBeVisible()
  await expect(rest.getByRole('checkbox', { checked: true })).toHaveCount(6)
  expect(await clearedDays()).toEqual([last])
})

test('in the afternoon yesterday is closed, also on a page that was opened earlier', async ({
  page,
  world,
  signIn,
  openPage,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 /)
  const afternoon = await world.member({ timeZone: zoneWithHour({ from: 13, to: 23 }) })
  const closed = await openPage({ as: afternoon })
  await closed.goto('/flow?tab=faith')
  await expect(days(closed)).toHaveCount(7)
  await expect(closed.getByText('Catch up on yesterday')).toHaveCount(0)

  await signIn(await world.member({ timeZone: zoneWithHour({ from: 4, to: 11 }) }))
  await page.goto('/flow?tab=faith')
  const later = panel(page).locator('details').filter({ hasText: 'Catch up on yesterday' })
  await later.getByText('Catch up on yesterday').click()
  await expect(tick(later, 'Growth')).toBeVisible()
  // The server's clock can't be moved to noon, so this is its answer then.
  await page.route('**/api/daily-actions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { message: 'That day is closed.', code: 'invalid_input' },
        })
      : route.continue(),
  )
  await page.route('**/api/daily-actions/week', async (route) => {
    const week: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...week, mayFinishYesterday: false } })
  })
  await tick(later, 'Growth').click()
  await expectToast(page, 'Failed to complete action', 'That day is closed.')
  await expect(page.getByText('Catch up on yesterday')).toHaveCount(0)
})

test('actions can be ticked and managed by keyboard alone', async ({ memberPage: page }) => {
  await page.goto('/flow?tab=faith')
  const prayer = tick(panel(page), 'Prayer')
  await expect(prayer).toBeVisible()
  await tabTo(prayer)
  await page.keyboard.press('Space')
  await expectToast(page, 'Daily action completed!')
  await expect(prayer).toBeChecked()
  const link = panel(page).getByRole('link', { name: 'My Daily Actions' })
  await tabTo(link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page.getByLabel('New action'))
  await page.keyboard.type('Rest at noon')
  await page.keyboard.press('Enter')
  await expect(ownList(page).getByRole('listitem')).toHaveText(['Rest at noon'])
  await tabTo(page.getByRole('button', { name: 'Delete: Rest at noon' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You haven’t added any actions yet.')).toBeVisible()
  await expect(page.getByLabel('New action')).toBeFocused()
})

test("an open page starts a new day at 3 AM in the member's zone", async ({
  page,
  world,
  signIn,
}) => {
  const timeZone = 'Asia/Tokyo'
  await signIn(await world.member({ timeZone }))
  const turn = nextDayStart(new Date(), timeZone)
  // The server's clock can't be moved, so after 3 AM its answer is changed to tomorrow's.
  let hasTurned = false
  await page.route('**/api/daily-actions', async (route) => {
    if (route.request().method() !== 'GET' || !hasTurned) return route.continue()
    const answer: object[] = await (await route.fetch()).json()
    await route.fulfill({ json: answer.map((action) => ({ ...action, completed: false })) })
  })
  await page.clock.install({ time: turn.getTime() - 5 * 60_000 })
  await page.goto('/flow?tab=faith')
  await setBox(tick(panel(page), 'Hydration'), true)
  await expectToast(page, 'Daily action completed!')
  hasTurned = true
  await page.clock.fastForward(5 * 60_000 + 1000)
  await expect(tick(panel(page), 'Hydration')).not.toBeChecked()
})

/** Records the label of each checkbox that the page clears, even for less than a frame. */
async function recordClearedBoxes(page: Page): Promise<() => Promise<(string | null)[]>> {
  const labels = await page.evaluateHandle(() => {
    const cleared: (string | null)[] = []
    const checked = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')
    Object.defineProperty(HTMLInputElement.prototype, 'checked', {
      ...checked,
      set(this: HTMLInputElement, value: boolean) {
        if (!value && this.checked) cleared.push(this.labels?.[0]?.textContent ?? null)
        checked?.set?.call(this, value)
      },
    })
    return cleared
  })
  return () => labels.jsonValue()
}
