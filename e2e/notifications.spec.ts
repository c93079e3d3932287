import { openFromList } from '#web/testing/story-steps.ts'
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

// An empty site: its queue contains only what these tests add.
onEmptySite()

test('the bell shows a new notification on an open page and leads to the story', {
  tag: '@journey',
}, async ({ page, openPage, world, signIn }) => {
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
  await admin.goto('/admin/stories')
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

test('a member chooses notification channels, and each choice is saved at once', async ({
  memberPage: page,
}) => {
  await page.goto('/account/notifications')
  const byMail = page.getByLabel('New replies to your story: Email')
  const inApp = page.getByLabel('New replies to your story: In the app')
  const group = page.getByText('Your stories and replies', { exact: true })
  await expect(page.getByText('All in the app, 3 of 5 by email')).toBeVisible()
  await expect(byMail).toBeHidden()
  await group.click()
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
  await expect(page.getByText('4 of 5 in the app, 4 of 5 by email')).toBeVisible()
  await group.click()
  await expect(byMail).toBeChecked()
  await expect(inApp).not.toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('07:00')
})
