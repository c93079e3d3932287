import { zoneWithHour } from '#server/testing/clock.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { expectToast, openInApp, setBox } from '#web/testing/steps.ts'

function panel(page: TestPage): Locator {
  return page.getByRole('region', { name: 'Daily Actions', exact: true })
}

function tick(within: Locator, name: string): Locator {
  return within.getByRole('checkbox', { name })
}

function ownList(page: TestPage): Locator {
  return page.getByRole('list', { name: 'My actions' })
}

function days(page: TestPage): Locator {
  return page.getByRole('list', { name: 'Your last seven days' }).getByRole('listitem')
}

function toasts(page: TestPage): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

test('the system actions and a personal one can be ticked, and stay ticked after a reload', async ({
  page,
  member,
  world,
}) => {
  await world.personalActions(member, 'Water the basil')
  await page.goto('/flow?tab=faith')
  const boxes = panel(page).getByRole('list').getByRole('checkbox')
  await expect(boxes).toHaveCount(6)
  for (const [index, name] of [
    /^Hydration/,
    /^Prayer/,
    /^Movement/,
    /^Growth/,
    /^Self-Care/,
  ].entries()) {
    await expect(boxes.nth(index)).toHaveAccessibleName(name)
    await expect(boxes.nth(index)).not.toBeChecked()
  }
  await expect(page.getByRole('button', { name: /delete|remove/i })).toHaveCount(0)
  await expect(days(page).last()).toHaveText('Today: still open')

  await setBox(tick(panel(page), 'Prayer'), true)
  await expectToast(page, 'Daily action completed!')
  await expect(days(page).last()).toHaveText('Today: 1 action')
  await setBox(tick(panel(page), 'Water the basil'), true)
  await expectToast(page, 'Action completed!')
  await expect(days(page).last()).toHaveText('Today: 2 actions')
  await page.reload()
  await expect(tick(panel(page), 'Prayer')).toBeChecked()
  await expect(tick(panel(page), 'Water the basil')).toBeChecked()
  await expect(tick(panel(page), 'Movement')).not.toBeChecked()

  await setBox(tick(panel(page), 'Water the basil'), false)
  await expectToast(page, 'Action uncompleted')
  // The toast may disappear meanwhile.
  const close = toasts(page).getByRole('button', { name: 'Close' }).click()
  await close.catch(() => undefined)
  const saved = page.waitForCall('DELETE')
  await setBox(tick(panel(page), 'Prayer'), false)
  await saved
  await expect(days(page).last()).toHaveText('Today: still open')
  await expect(toasts(page)).toHaveCount(0)
  await page.reload()
  await expect(tick(panel(page), 'Hydration')).toBeVisible()
  await expect(tick(panel(page), 'Prayer')).not.toBeChecked()
  await expect(tick(panel(page), 'Water the basil')).not.toBeChecked()
})

test('a tick shows at once and is undone if the server refuses', async ({
  page,
  member,
  site,
  world,
}) => {
  await world.personalActions(member, 'Read a page')
  await page.goto('/flow?tab=faith')
  let refuse = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/api/daily-actions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await gate
    await route.fulfill({ status: 500, json: { message: 'The ink ran out.', code: 'internal' } })
  })
  const growth = tick(panel(page), 'Growth')
  await expect(days(page)).toHaveCount(7)
  await growth.click()
  await expect(growth).toBeChecked()
  await expect(days(page).last()).toHaveText('Today: 1 action')
  const again = page.waitForCall('GET', '/api/daily-myactions')
  refuse()
  await expectToast(page, 'Failed to complete action', 'The ink ran out.')
  await expect(growth).not.toBeChecked()
  await expect(days(page).last()).toHaveText('Today: still open')
  await toasts(page).getByRole('button', { name: 'Close' }).click()

  // Deleted elsewhere, after the page has fetched its list again.
  await again
  await site.db.deleteFrom('personalAction').where('memberId', '=', member.id).execute()
  await tick(panel(page), 'Read a page').click()
  await expectToast(page, 'Failed to update action', 'This action does not exist.')
  await expect(tick(panel(page), 'Read a page')).toHaveCount(0)
  await expect(panel(page).getByText('You can add your own actions.')).toBeVisible()
})

test('an unsent action survives a failure and a reload, and a full list says so', async ({
  page,
  member,
  world,
}) => {
  await world.personalActions(
    member,
    ...Array.from({ length: 50 }, (_, index) => `Step ${index + 1}`),
  )
  await page.goto('/daily-actions')
  await expect(page.getByText('Your list is full with 50 actions.')).toBeVisible()
  const field = page.getByLabel('New action')
  await field.fill('One more step')
  await page.getByRole('button', { name: 'Add action' }).click()
  await expectToast(page, 'Failed to create action', 'You can have up to 50 actions.')
  await expect(field).toHaveValue('One more step')
  await page.reload()
  await expect(field).toHaveValue('One more step')

  await page.route('**/api/daily-myactions/*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await page.getByRole('button', { name: 'Delete: Step 7', exact: true }).click()
  await expectToast(page, 'Failed to delete action')
  await expect(ownList(page).getByRole('listitem')).toHaveCount(50)
  await page.unroute('**/api/daily-myactions/*')
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Delete: Step 7', exact: true }).click()
  await expect(ownList(page).getByRole('listitem')).toHaveCount(49)
  await expect(page.getByText('Your list is full with 50 actions.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add action' }).click()
  await expect(ownList(page).getByRole('listitem').last()).toHaveText('One more step')
  await expect(field).toHaveValue('')
  await page.reload()
  await expect(ownList(page).getByRole('listitem')).toHaveCount(50)
  await expect(field).toHaveValue('')
})

test('helplines appear next to the field if a new action mentions despair', async ({
  memberPage: page,
}) => {
  await page.goto('/daily-actions')
  await page.getByLabel('New action').fill('I want to end my life')
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible()
})

test('in the morning yesterday’s actions can be finished, and are marked as late', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const timeZone = zoneWithHour({ from: 4, to: 11 })
  const member = await world.member({ timeZone })
  await world.personalActions(member, 'Sweep the porch')
  await site.db
    .updateTable('personalAction')
    .set({ createdAt: new Date(Date.now() - 3 * 86_400_000) })
    .where('memberId', '=', member.id)
    .execute()
  await signIn(member)
  await page.goto('/flow?tab=faith')
  const later = panel(page).locator('details').filter({ hasText: 'Catch up on yesterday' })
  await later.getByText('Catch up on yesterday').click()
  await setBox(tick(later, 'Movement'), true)
  await expectToast(page, 'Daily action completed!')
  await setBox(tick(later, 'Sweep the porch'), true)
  await expectToast(page, 'Action completed!')
  await expect(later.getByText('finished later', { exact: true })).toHaveCount(2)
  await expect(days(page).nth(5)).toContainText(': 2 actions, finished later')
  await expect(days(page).last()).toHaveText('Today: still open')
  const today = panel(page).getByRole('list', { name: 'Daily actions' }).first()
  await expect(tick(today, 'Movement')).not.toBeChecked()
  // Targets covered by a toast or the header seem smaller than they are.
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem'),
  ).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload()
  await later.getByText('Catch up on yesterday').click()
  await expect(tick(later, 'Movement')).toBeChecked()
  await expect(later.getByText('finished later', { exact: true })).toHaveCount(2)
})

test('a new member is not on track after one day, and can’t finish the day before they joined', async ({
  page,
  world,
  signIn,
}) => {
  const timeZone = zoneWithHour({ from: 4, to: 11 })
  await signIn(await world.member({ timeZone, createdAt: new Date() }))
  await page.goto('/flow?tab=faith')
  await expect(page.getByText('A small step today is a good beginning.')).toBeVisible()
  await setBox(tick(panel(page), 'Prayer'), true)
  await expect(page.getByText('You took a step today. That’s enough.')).toBeVisible()
  await expect(days(page).filter({ hasText: 'before you joined' })).toHaveCount(6)
  await expectToast(page, 'Daily action completed!')
  await page.reload()
  await expect(days(page).last()).toHaveText('Today: 1 action')
  await expect(page.getByText('You took a step today. That’s enough.')).toBeVisible()
  await expect(page.getByText('Catch up on yesterday')).toHaveCount(0)
})

test('a failed request can be retried', async ({ memberPage: page }) => {
  let isBroken = true
  await page.route(/\/api\/daily-(my)?actions/, (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await openInApp(page, '/flow?tab=faith')
  const week = page.getByRole('region', { name: 'Your week' })
  const retries = [week, panel(page)].map((part) => part.getByRole('button', { name: 'Retry' }))
  for (const retry of retries) await expect(retry).toBeVisible()
  isBroken = false
  for (const retry of retries) await retry.click()
  await expect(days(page)).toHaveCount(7)
  await expect(tick(panel(page), 'Hydration')).toBeVisible()
})

test('an action that is added after the member has left the page leaves no draft', async ({
  memberPage: page,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/daily-myactions', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await page.goto('/daily-actions')
  const field = page.getByLabel('New action')
  await field.fill('Call my sister')
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(field).toHaveCount(0)
  answer.resolve()
  await expectToast(page, 'Daily action created successfully')
  await page.follow('/daily-actions')
  await expect(tick(ownList(page), 'Call my sister')).toBeVisible()
  await expect(field).toHaveValue('')
})
