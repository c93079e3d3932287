import { expect, expectSoundPage, expectToast, onEmptySite, test } from './fixtures.ts'
import { passReadTime, passUndoTime, pauseReadTime, pauseUndoTime } from './story-steps.ts'

onEmptySite()

const PHONE = { width: 375, height: 720 }
const AWAY = /ERR_INTERNET_DISCONNECTED/

test('a prayer request is sent from a phone, approved, prayed for and seen by its author', {
  tag: '@journey',
}, async ({ openPage, world, expectedErrors }) => {
  test.slow()
  expectedErrors.push(AWAY)
  const [author, reader] = [await world.member(), await world.member()]
  const page = await openPage({ as: author, viewport: PHONE })
  await page.goto('/flow?tab=exit')
  await page
    .getByRole('navigation', { name: 'Which stories' })
    .getByRole('link', { name: 'Prayer', exact: true })
    .click()
  await expect(page.getByText('No prayer requests right now.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for prayer' }).press('Enter')
  const box = page.getByLabel('Your request', { exact: true })
  await page.keyboard.press('Tab')
  await expect(box).toBeFocused()
  await page.keyboard.type('I want to end my life.')
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await box.fill('')
  await page.getByRole('button', { name: 'Ask for prayer' }).click()
  await expect(page.getByText('Enter your prayer request')).toBeVisible()
  await expectSoundPage(page)
  await box.fill('For a calm voice on Monday. Isaiah 30:15')
  await page.reload()
  await expect(box).toHaveValue('For a calm voice on Monday. Isaiah 30:15')
  await page.getByRole('button', { name: 'Ask for prayer' }).click()
  await expect(page.getByText('Thank you for trusting us.')).toBeVisible()
  const lists = page.getByRole('navigation', { name: 'Which requests' })
  for (const name of ['Requests', 'Answered', 'My requests']) {
    await lists.getByRole('link', { name, exact: true }).click()
    await expect(lists.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current')
  }
  await expect(page.getByText('Only you and our team see it.')).toBeVisible()

  const phone = await openPage({ as: reader, viewport: PHONE })
  await phone.goto('/flow?tab=exit&list=prayer')
  await expect(phone.getByText('No prayer requests right now.')).toBeVisible()

  const desk = await openPage({ as: await world.admin() })
  await pauseUndoTime(desk)
  await pauseReadTime(desk)
  await desk.goto('/admin')
  await desk.getByRole('link', { name: '1 prayer request' }).click()
  await expect(desk.getByText('For a calm voice on Monday. Isaiah 30:15').last()).toBeVisible()
  await expectSoundPage(desk)
  await passReadTime(desk)
  await desk.keyboard.press('a')
  await passUndoTime(desk)
  await expectToast(desk, 'Prayer request approved')

  // The open page is notified. Offline, the press waits on the device.
  const press = phone.getByRole('button', { name: 'I prayed' })
  await expect(press).toBeVisible()
  await phone.getByRole('button', { name: 'Isaiah 30:15' }).click()
  await expect(phone.getByRole('dialog').locator('mark')).toContainText('in quietness')
  await phone.keyboard.press('Escape')
  await phone.context().setOffline(true)
  await press.focus()
  await phone.keyboard.press('Enter')
  const pressed = phone.getByRole('button', { name: 'Prayed today' })
  await expect(pressed).toBeFocused()
  await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  await expectToast(phone, 'Saved on this device')
  await expect(page.getByText('Prayed for', { exact: true })).toBeHidden()
  await phone.context().setOffline(false)

  // The author's open page is notified.
  await expect(page.getByText('Prayed for', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Someone prayed for you/ }).click()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await page.getByLabel('How was it answered?').fill('I said what I came to say.')
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(
    page.getByText('Only you and our team see this line until it’s approved.'),
  ).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Share as a story' }).click()
  await expect(page.getByLabel('Your story', { exact: true })).toHaveValue(
    'I asked for prayer: “For a calm voice on Monday. Isaiah 30:15”\n\nI said what I came to say.',
  )
})
