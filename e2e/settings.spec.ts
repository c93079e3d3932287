import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { openStoryForm, storyCard } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { expectToast } from './story-steps.ts'

// An empty site, because these tests change its title and images.
onEmptySite()

/** The browser's console errors for answers that these tests cause. */
const REFUSED = /status of (400|415|500) /

/** A PNG with one color, so that each test has its own. */
async function png(color: string): Promise<Buffer> {
  const create = { width: 1280, height: 720, channels: 3, background: color } as const
  return sharp({ create }).png().toBuffer()
}

function imagePart(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** Opens the dialog of an image. */
async function openImage(page: Page, name: string): Promise<Locator> {
  await imagePart(page, name)
    .getByRole('button', { name: /^(Add|Change) / })
    .click()
  return page.getByRole('dialog', { name, exact: true })
}

async function upload(dialog: Locator, buffer: Buffer): Promise<void> {
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Site title')).toBeVisible()
}

/** Opens one of the cards that are folded by subject. */
async function unfold(page: Page, title: string): Promise<void> {
  await page.locator('summary').filter({ hasText: title }).click()
}

const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save Settings' }).click()

test('the save bar is always in view, and moves nothing once something is changed', async ({
  adminPage: page,
}) => {
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await openSettings(page)
    const bar = page.getByRole('button', { name: 'Save Settings' })
    await expect(bar).toBeInViewport({ ratio: 1 })
    const title = page.getByLabel('Site title')
    const place = await title.boundingBox()
    await title.fill('Harbor')
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect(await title.boundingBox()).toEqual(place)
    await page.getByRole('button', { name: 'Undo changes' }).press('Enter')
    await expect(title).not.toHaveValue('Harbor')
    await expect(bar).toBeInViewport({ ratio: 1 })
  }
})

test('changed settings appear live on other pages, and a refused save loses nothing', {
  tag: '@journey',
}, async ({ adminPage: page, openPage, world, expectedErrors }) => {
  test.slow()
  const membershipProductId = await world.product({
    title: 'Harbour circle',
    productType: 'subscription',
  })
  const member = await openPage({ as: await world.member() })
  await member.goto('/flow')
  await member.getByRole('link', { name: 'FOLX Stories', exact: true }).click()
  await openStoryForm(member)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(page).toHaveURL('/admin/settings')

  const title = page.getByLabel('Site title')
  await title.fill('')
  await page.getByLabel('Email for help').fill('help at example')
  await page.getByLabel('Response time goal (hours)').fill('soon')
  await unfold(page, 'Helplines')
  await page.getByRole('button', { name: 'Add helpline' }).click()
  const line = page.getByRole('group', { name: 'Helpline 1' })
  await expect(line.getByLabel('Name')).toBeFocused()
  await line.getByLabel('Number to call').fill('call us')
  await unfold(page, 'Live coaching')
  await page.getByRole('button', { name: 'Add exception' }).click()
  const exception = page.getByRole('group', { name: 'Exception 1' })
  await exception.getByLabel('What happens').selectOption('Rescheduled')
  // What is refused is opened.
  await unfold(page, 'Helplines')
  await save(page)
  for (const sentence of [
    'Site title is required',
    'Invalid email address',
    'Enter whole hours.',
    'Name is required',
    'Enter a phone number.',
    'Choose the new day.',
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expect(title).toBeFocused()
  await expectSoundPage(page)

  await title.fill('Harbour')
  await page.getByLabel('Email for help').fill('Help@Harbour.example')
  await unfold(page, 'Where you are')
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
  await page.getByLabel('Response time goal (hours)').fill('24')
  await page
    .getByLabel('The limit of confidentiality')
    .fill('If a child is in danger, we must act.')
  await line.getByLabel('Name').fill('Harbour line')
  await line.getByLabel('Number to call').fill('+351 21 000-0001')
  await line.getByLabel('Number to text').fill('300')
  await line.getByLabel('Link').fill('https://help.example/now')
  const session = await exception.getByLabel('Session').inputValue()
  expect(new Date(`${session}T00:00:00Z`).getUTCDay()).toBe(4)
  await exception.getByLabel('Moved to').fill('2030-01-17')
  await page.getByLabel(/^Time of day/).fill('20:30')
  await page.getByLabel('Membership product').selectOption('Harbour circle')

  // With the server unreachable, all changes survive, even a reload.
  expectedErrors.push(/api\/admin\/website-settings/)
  await page.route('**/api/admin/website-settings', (route) => route.abort())
  await save(page)
  await expect(page.getByRole('alert')).toContainText('We could not reach the server')
  await expect(title).toHaveValue('Harbour')
  await page.unroute('**/api/admin/website-settings')
  await page.reload()
  await expect(title).toHaveValue('Harbour')
  await unfold(page, 'Helplines')
  await expect(line.getByLabel('Number to text')).toHaveValue('300')
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible()
  await save(page)
  await expectToast(page, 'Website settings updated successfully')
  await expect(page.getByText('You have changes that are not saved.')).toHaveCount(0)
  await expect(page).toHaveTitle(/Harbour$/)
  await expect(page.getByRole('banner')).toContainText('Harbour')
  // Another member's open page updates without a reload.
  await expect(member.getByRole('banner')).toContainText('Harbour')
  await expect(member).toHaveTitle(/Harbour$/)

  const saved: unknown = await (await page.request.get('/api/website-settings')).json()
  expect(saved).toMatchObject({
    siteTitle: 'Harbour',
    helpEmail: 'help@harbour.example',
    timeZone: 'Europe/Lisbon',
    answerPromiseHours: 24,
    helplines: [
      {
        name: 'Harbour line',
        phone: '+351 21 000-0001',
        textNumber: '300',
        url: 'https://help.example/now',
      },
    ],
    coaching: { time: '20:30', exceptions: [{ date: session, movedTo: '2030-01-17' }] },
    membershipProductId,
  })
  const listening = page.waitForResponse('**/api/events?*')
  await page.reload()
  await listening
  await unfold(page, 'Live coaching')
  await expect(exception.getByLabel('Moved to')).toHaveValue('2030-01-17')

  // Leaving with changes asks first.
  await page.getByLabel('Email for help').fill('soon@harbour.example')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectSoundPage(page)
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Email for help')).toHaveValue('soon@harbour.example')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/admin/users')
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()

  // Values that others save appear in fields that were not changed here.
  await title.fill('Harbour House')
  await page.request.post('/api/admin/website-settings', {
    data: { helpEmail: 'other@harbour.example' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  await expect(page.getByLabel('Email for help')).toHaveValue('other@harbour.example')
  await expect(title).toHaveValue('Harbour House')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(title).toHaveValue('Harbour')

  // The community's helplines appear next to crisis words, even offline.
  const form = storyCard(member)
  await member.context().setOffline(true)
  await form.getByLabel('Your story', { exact: true }).fill('I want to kill myself')
  await expect(form.getByRole('link', { name: 'Call +351 21 000-0001' })).toHaveAttribute(
    'href',
    'tel:+351210000001',
  )
  await expect(form.getByRole('link', { name: 'Text 300' })).toHaveAttribute('href', 'sms:300')
  await expect(form.getByText('Harbour line')).toBeVisible()
  await expect(form.getByRole('link', { name: 'Call 988' })).toHaveCount(0)
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await member.context().setOffline(false)

  await unfold(page, 'Helplines')
  await page.getByRole('button', { name: 'Remove helpline 1' }).click()
  await save(page)
  await expectToast(page, 'Website settings updated successfully')
  await expect(form.getByRole('link', { name: 'Call 988' })).toBeVisible()
})

test('images are uploaded, shown and deleted', async ({
  adminPage: page,
  openPage,
  expectedErrors,
}) => {
  test.slow()
  // Chromium requests a broken preview again.
  expectedErrors.push(REFUSED, /^Connecting to 'blob:/)
  await openSettings(page)

  const logo = imagePart(page, 'Logo')
  const dialog = await openImage(page, 'Logo')
  await expect(dialog.locator('input[type=file]')).toHaveAttribute('accept', /^image\//)
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await png('#225566'),
  })
  await expect(dialog.getByRole('img', { name: 'Preview of the logo' })).toBeVisible()
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectToast(page, 'Logo uploaded successfully')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute(
    'src',
    /^\/api\/images\/[0-9a-f]{64}\.webp$/,
  )
  await expect(logo.getByRole('img', { name: 'Current logo' })).toBeVisible()
  const visitor = await openPage()
  await visitor.goto('/')
  await expect(visitor.getByRole('banner').locator('img')).toHaveJSProperty('complete', true)
  await expect(visitor.getByRole('banner').locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  const first = imagePart(page, 'Footer image 1')
  const second = imagePart(page, 'Footer image 2')
  const firstDialog = await openImage(page, 'Footer image 1')
  await expect(firstDialog.getByText('Recommended size: 1280x720 (16:9)')).toBeVisible()
  await upload(firstDialog, await png('#aa5533'))
  await expectToast(page, 'Footer image 1 uploaded successfully')
  await expect(first.getByRole('img', { name: 'Current footer image 1' })).toHaveJSProperty(
    'naturalWidth',
    1280,
  )
  await upload(await openImage(page, 'Footer image 2'), await png('#55aa33'))
  await expectToast(page, 'Footer image 2 uploaded successfully')

  // A text file with an image's name, which the server detects by its content.
  const secondDialog = await openImage(page, 'Footer image 2')
  await upload(secondDialog, Buffer.from('not an image at all'))
  await expectToast(page, 'Failed to upload footer image 2')
  await expect(secondDialog.locator('[id$="-error"]')).toBeVisible()
  await secondDialog.getByRole('button', { name: 'Close' }).click()
  await upload(
    await openImage(page, 'Logo'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  )
  await expectToast(page, 'Failed to upload logo')
  await expect(page.locator('header img')).toHaveCount(1)

  await page.goto('/flow')
  await expect(page.getByRole('img', { name: 'Meditation' })).toBeVisible()
  await openSettings(page)

  await page.route('**/footer-image/1', (route) => route.fulfill({ status: 500, body: '{}' }))
  await (await openImage(page, 'Footer image 1'))
    .getByRole('button', { name: 'Delete footer image 1' })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Delete footer image 1?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to delete image')
  await page.unroute('**/footer-image/1')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Footer image 1 deleted')
  await expect(first.getByText('None', { exact: true })).toBeVisible()
  await expect(second.getByRole('img')).toBeVisible()

  await (await openImage(page, 'Logo')).getByRole('button', { name: 'Delete logo' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete logo?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expectToast(page, 'Logo deleted')
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('banner').locator('img')).toHaveCount(0)
})

test('the handover sheet has lines to write on, but only on paper', async ({ adminPage: page }) => {
  await page.goto('/admin/handover')
  const blank = page.getByRole('listitem').filter({ hasText: 'Where the server is' })
  await expect(blank).toHaveCSS('border-bottom-width', '0px')
  await expectSoundPage(page)
  await page.emulateMedia({ media: 'print' })
  await expect(blank).toHaveCSS('border-bottom-width', '1px')
})
