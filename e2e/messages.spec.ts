import { chooseInReply, openEntry, openFromList } from '#web/testing/story-steps.ts'
import { expect, expectToast, setBox, test } from './fixtures.ts'
import { expectNothingCovered, openToast } from './message-steps.ts'
import { keepToasts, passUndoTime, pauseUndoTime } from './story-steps.ts'

const PHONE = { width: 375, height: 812 }

test('after a wrong password, Forgot Password says that the email is on its way', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 .*\/api\/login\)$/)
  const { email } = await world.member()
  await page.goto('/auth')
  await page.getByLabel('Username or email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Unable to Sign In')
  await keepToasts(page)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expectNothingCovered(page)
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
  await expect(openToast(page)).toContainText('Check your email')
  await expect(openToast(page)).toHaveCount(1)
})

test('a successful upload replaces the message of the one that failed', async ({
  adminPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/upload-logo/)
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Add logo' }).click()
  const logo = page.getByRole('dialog', { name: 'Logo', exact: true })
  await logo.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(DOT, 'base64'),
  })
  await page.route('**/upload-logo', (route) => route.fulfill({ status: 500, body: '' }))
  await logo.getByRole('button', { name: 'Upload', exact: true }).click()
  // Not located by role, because the open dialog hides it from roles.
  await expect(
    page.locator('li[data-swipe-direction]', { hasText: 'Failed to upload logo' }),
  ).toBeVisible()
  await page.unroute('**/upload-logo')
  await keepToasts(page)
  await logo.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectToast(page, 'Logo uploaded successfully')
  await expect(openToast(page)).toHaveCount(1)
})

test('a message covers neither Approve nor anything else on a desk of 1280 × 800', async ({
  adminPage: page,
  world,
}) => {
  const author = await world.member()
  for (const title of ['First in line', 'Second in line', 'Third in line']) {
    await world.story({ author, title, status: 'pending' })
  }
  await pauseUndoTime(page)
  await page.goto('/admin/stories')
  await keepToasts(page)
  const first = await openFromList(page, 'First in line')
  await first.getByRole('button', { name: /^Approve/ }).click()
  await openFromList(page, 'Second in line')
  await passUndoTime(page)
  await expectToast(page, 'Story approved successfully')
  await expect(
    openEntry(page, 'Second in line').getByRole('button', { name: /^Approve/ }),
  ).toBeVisible()
  await expectNothingCovered(page)
})

test('on a phone a message covers no tab, and no field while the page scrolls', async ({
  openPage,
  world,
}) => {
  const page = await openPage({ as: await world.member(), viewport: PHONE })
  await page.goto('/flow?tab=faith')
  await keepToasts(page)
  await setBox(page.getByRole('checkbox', { name: /^Hydration/ }), true)
  await expectToast(page, 'Daily action completed!')
  await expectNothingCovered(page)
  await openToast(page).hover()
  for (const step of [200, 400, 600]) {
    await page.evaluate((top) => window.scrollTo(0, top), step)
    await expectNothingCovered(page)
  }
})

test('a message lies over no dialog', async ({ openPage, world }) => {
  const member = await world.member({ anonymousUsername: 'Beside It' })
  const storyId = await world.story({ author: await world.member(), title: 'Two layers' })
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    const page = await openPage({ as: member, viewport })
    await page.goto(`/flow?story=${storyId}`)
    await keepToasts(page)
    await page.getByLabel('Your reply').fill('A word that I take back.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expectToast(page, 'Reply submitted successfully')
    await chooseInReply(page, { by: 'Beside It', action: 'Delete' })
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNothingCovered(page)
    await page.getByRole('button', { name: 'Delete reply', exact: true }).click()
    await expectToast(page, 'Reply deleted successfully')
  }
})

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
