import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSoundPage,
  expectToast,
  onEmptySite,
  setBox,
  test,
} from './fixtures.ts'
import { openFromList } from './story-steps.ts'

// An empty site: its queue contains only what these tests add.
onEmptySite()

test('the bell shows a new notification on an open page and leads to the story', async ({
  page,
  openPage,
  world,
  signIn,
}) => {
  const author = await world.member()
  const title = 'The lamp stayed lit'
  await world.story({ author, title, status: 'pending' })
  await signIn(author)
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto('/dashboard')
  await listening
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  await bell.click()
  await expect(inbox.getByText('Nothing new.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inbox).toHaveCount(0)
  await expect(bell).toBeFocused()

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin?tab=stories')
  const entered = await openFromList(admin, title)
  await entered.getByRole('button', { name: `Approve: ${title}` }).click()
  await expectToast(admin, 'Story approved successfully')
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await bell.click()
  const entry = inbox.getByRole('link', { name: 'Your story was approved' })
  await expect(entry).toContainText(`“${title}”`)
  await expect(entry).toContainText('New')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoSidewaysScroll(page)
  await expect(inbox).toHaveCSS('width', '320px')
  await expect(entry).toBeInViewport({ ratio: 1 })

  const read = page.waitForResponse(/\/api\/notifications\/\d+\/read$/)
  await entry.click()
  await read
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(inbox).toHaveCount(0)
  await expect(bell).toHaveAccessibleName('Notifications')
  await page.reload()
  await bell.click()
  await expect(entry).toBeVisible()
  await expect(entry).not.toContainText('New')
})

test('all notifications are marked as read at once, and a list that failed to load can be retried', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500 /)
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Two boats' })
  await site.db
    .insertInto('notification')
    .values([
      { memberId: author.id, kind: 'story-reply', subjectId: storyId, happenings: 2 },
      { memberId: author.id, kind: 'story-approved', subjectId: storyId },
      { memberId: author.id, kind: 'live-on-air', subjectId: null },
    ])
    .execute()
  await signIn(author)
  await page.route(/\/api\/notifications\?/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  await expect(inbox.getByRole('alert')).toBeVisible()
  await page.unroute(/\/api\/notifications\?/)
  await inbox.getByRole('button', { name: 'Retry' }).click()
  await expect(inbox.getByRole('link', { name: '2 new replies to your story' })).toBeVisible()
  await expect(inbox.getByText('New', { exact: true })).toHaveCount(3)
  const onAir = inbox.getByRole('link', { name: 'Live coaching is on air' })
  await expect(onAir).toHaveAttribute('href', '/live')
  const marked = page.waitForResponse(/\/api\/notifications\/read-all$/)
  await inbox.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(inbox.getByText('New', { exact: true })).toHaveCount(0)
  await marked
  await page.keyboard.press('Escape')
  const counted = await page.request.get('/api/notifications/count')
  expect(await counted.json()).toEqual({ unread: 0, hasWarning: false })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a member chooses notification channels, and each choice is saved at once', async ({
  memberPage: page,
}) => {
  await page.goto('/account')
  const byMail = page.getByLabel('New replies to your story: Email')
  const inApp = page.getByLabel('New replies to your story: In the app')
  await expect(byMail).not.toBeChecked()
  await expect(page.getByRole('columnheader', { name: 'Push' })).toHaveCount(0)
  await setBox(byMail, true)
  await expectToast(page, 'Notifications saved')
  await setBox(inApp, false)
  await setBox(page.getByLabel('Quiet hours'), true)
  await page.getByLabel('From', { exact: true }).fill('21:30')
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('21:30') === true && response.ok(),
  )
  await page.getByLabel('To', { exact: true }).focus()
  await saved
  await expectSoundPage(page)
  await page.reload()
  await expect(byMail).toBeChecked()
  await expect(inApp).not.toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('07:00')
})
