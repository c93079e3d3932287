import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { DailyPage } from '#contract/daily.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { startOpenAiServer } from '#server/testing/providers/openai-server.ts'
import { despiteServer } from './blank.ts'
import { storedRows } from './device-storage.ts'
import {
  expect,
  expectAccessible,
  expectSoundPage,
  focusEditorEnd,
  onEmptySite,
  tabTo,
  test,
} from './fixtures.ts'
import { type Site, startSite } from './site.ts'
import { expectToast } from './story-steps.ts'

// An empty site: its days contain only what these tests publish.
onEmptySite()

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

function today(): string {
  return logicalDate(new Date(), COMMUNITY_ZONE)
}

function longDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
}

test.beforeEach(async ({ site }) => {
  await despiteServer(() => site.db.deleteFrom('dailyContent').execute())
})

/** A day's content for a member. */
async function dayOf(site: Site, member: TestMember, day = today()): Promise<DailyPage> {
  const response = await fetch(`${site.url}/api/daily?date=${day}`, {
    headers: { Cookie: member.cookie },
  })
  expect(response.status).toBe(200)
  return response.json()
}

async function openPart(
  page: Page,
  part: 'AI Generation' | 'Manual Creation' | 'AI Settings' = 'AI Generation',
): Promise<void> {
  await page.goto('/admin/daily-content')
  await page.getByRole('tab', { name: part }).click()
  await expect(page.getByRole('tab', { name: part })).toHaveAttribute('aria-selected', 'true')
}

function generationCard(page: Page, name: 'Daily Message' | 'Daily Reflection'): Locator {
  return page.getByRole('region', { name, exact: true })
}

function manualCard(page: Page): Locator {
  return page.getByRole('region', { name: /^(Message|Reflection) for / })
}

/** A day in the overview. */
function preparedDay(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name })
}

/** An entry of the list of quotations. */
function quotation(place: Locator, text: string): Locator {
  return place.getByRole('region', { name: 'Quotations' }).getByRole('listitem').filter({
    hasText: text,
  })
}

/** Types text at the end of an editor. */
async function typeInto(editor: Locator, text: string): Promise<void> {
  await focusEditorEnd(editor)
  await editor.pressSequentially(text)
}

/** How many images of drafts the browser keeps. */
async function keptImages(page: Page): Promise<number> {
  const rows = await storedRows(page, { database: 'daily-image', store: 'image' })
  return rows.length
}

function image(): Promise<Buffer> {
  const background = '#0f5c5b'
  return sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()
}

test('a draft is generated, survives a reload, is changed, checked and published', {
  tag: '@journey',
}, async ({ adminPage: page, site, world }) => {
  const member = await world.member()
  await openPart(page)
  const card = generationCard(page, 'Daily Message')
  await card.getByRole('button', { name: 'Generate message' }).click()
  await expectToast(page, 'Daily message generated successfully')
  await expect(card.getByText('From the built-in library')).toBeVisible()
  await expect(card.getByText('Matches the World English Bible').first()).toBeVisible()
  const words = await card.getByRole('tabpanel', { name: 'Preview' }).innerText()
  expect((await dayOf(site, member)).message).toBeNull()

  await page.reload()
  await expect(card.getByRole('tabpanel', { name: 'Preview' })).toHaveText(words, {
    useInnerText: true,
  })
  await card.getByRole('tab', { name: 'Edit' }).click()
  const editor = card.getByRole('textbox', { name: 'Daily Message' })
  await typeInto(editor, ' “Jesus laughed.” (John 11:35)')
  const doubtful = quotation(card, 'Jesus laughed.')
  await expect(doubtful).toContainText('Differs from the World English Bible')
  await expect(doubtful).toContainText('John 11:35 says: Jesus wept.')
  await expect(card.getByText('Edited')).toBeVisible()

  await card.getByRole('button', { name: 'Publish for today' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish with this quotation?' })
  await expect(question).toContainText('1 quotation doesn’t match.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await card.getByRole('tab', { name: 'Edit' }).click()
  await expect(editor).toContainText('Jesus laughed.')
  await focusEditorEnd(editor)
  for (const _ of 'laughed.” (John 11:35)') await editor.press('Backspace')
  await editor.pressSequentially('wept.” (John 11:35)')
  await expect(quotation(card, 'Jesus wept.')).toContainText('Matches the World English Bible')

  await card.getByRole('button', { name: 'Publish for today' }).click()
  await expect(card.getByRole('button', { name: 'Generate message' })).toBeFocused()
  await expectToast(page, 'Content saved successfully')
  const published = await dayOf(site, member)
  expect(published.message?.content).toContain('“Jesus wept.” (John 11:35)')
  const entry = preparedDay(page, /^Today/)
    .getByRole('listitem')
    .filter({
      hasText: 'Daily Message',
    })
  await expect(entry).toContainText('Written by your team')
  await entry.getByText('Preview of the Daily Message for today').click()
  await expect(entry.getByText('“Jesus wept.” (John 11:35)')).toBeVisible()
})

test('an unchanged draft keeps its source, and the next draft is a different text', async ({
  adminPage: page,
  site,
  world,
}) => {
  const member = await world.member()
  await openPart(page)
  const card = generationCard(page, 'Daily Reflection')
  const preview = card.getByRole('tabpanel', { name: 'Preview' })
  await card.getByRole('button', { name: 'Generate reflection question' }).click()
  await expectToast(page, 'Reflection question generated successfully')
  const passedOver = await preview.innerText()
  await card.getByRole('button', { name: 'Generate another' }).click()
  await expectToast(page, 'Reflection question generated successfully')
  await expect(preview).not.toHaveText(passedOver, { useInnerText: true })

  // Opening the editor doesn't count as a change.
  await card.getByRole('tab', { name: 'Edit' }).click()
  await expect(card.getByRole('textbox', { name: 'Daily Reflection' })).toBeVisible()
  await typeInto(card.getByRole('textbox', { name: 'Daily Reflection' }), '!')
  await expect(card.getByText('Edited')).toBeVisible()
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByText('Edited')).toHaveCount(0)
  const tomorrow = addDays(today(), 1)
  await card.getByLabel('Publish for').fill(tomorrow)
  await card.getByRole('button', { name: 'Publish for tomorrow' }).click()
  await expectToast(page, 'Content saved successfully')
  const entry = preparedDay(page, /^Tomorrow/)
    .getByRole('listitem')
    .first()
  await expect(entry).toContainText('From the built-in library')
  const { source, libraryKey } = await site.db
    .selectFrom('dailyContent')
    .select(['source', 'libraryKey'])
    .where('day', '=', tomorrow)
    .executeTakeFirstOrThrow()
  expect(source).toBe('library')
  expect(libraryKey).not.toBeNull()
  // Members can't read a future day yet.
  expect((await dayOf(site, member)).reflection).toBeNull()

  await entry.getByRole('button', { name: /^Unpublish/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Unpublish the reflection for tomorrow?' })
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expectToast(page, 'Content unpublished successfully')
  await expect(preparedDay(page, /^Tomorrow/)).toHaveCount(0)
})

test('a text is written by hand for a future day, replaced and edited', async ({
  adminPage: page,
  site,
  expectedErrors,
}) => {
  await openPart(page, 'Manual Creation')
  const card = manualCard(page)
  const editor = card.getByRole('textbox', { name: 'Content' })
  const publish = card.getByRole('button', { name: /^Publish for/ })
  await expect(editor).toBeVisible()
  await publish.click()
  await expect(card.getByText('Content is required')).toBeVisible()
  await expect(editor).toBeFocused()
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await expect(editor).toHaveCSS('min-height', '100%')
  expect(await editor.evaluate((element) => element.parentElement?.clientHeight)).toBe(400)

  // By keyboard alone: the toolbar is one tab stop, and the arrow keys move within it.
  await page.keyboard.type('Rise early')
  await page.keyboard.press('Shift+Tab')
  await expect(card.getByRole('button', { name: 'Bold' })).toBeFocused()
  for (const name of ['Italic', 'Underline', 'Heading']) {
    await page.keyboard.press('ArrowRight')
    await expect(card.getByRole('button', { name, exact: true })).toBeFocused()
  }
  const heading = card.getByRole('button', { name: 'Heading', exact: true })
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-pressed', 'true')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('A word for the road')
  await page.keyboard.press('Shift+Home')
  await card.getByRole('button', { name: 'Link' }).click()
  const linkDialog = page.getByRole('dialog', { name: 'Link' })
  await linkDialog.getByLabel('Address').fill('javascript:alert(1)')
  await linkDialog.getByRole('button', { name: 'Set link' }).click()
  await expect(linkDialog.getByText(/^Enter a web address/)).toBeVisible()
  await linkDialog.getByLabel('Address').fill('example.org/road')
  await linkDialog.getByLabel('Address').press('Enter')
  await expect(editor.getByRole('link', { name: 'A word for the road' })).toBeVisible()

  await expect(card).toHaveAccessibleName(`Message for today, ${longDay(today())}`)
  const day = addDays(today(), 7)
  await card.getByLabel('Reflection').check()
  await card.getByLabel('Publish for').fill(day)
  await expect(card).toHaveAccessibleName(`Reflection for ${longDay(day)}`)
  // It can be published from wherever the page is scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(publish).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(editor.getByRole('heading', { name: 'Rise early' })).toBeVisible()
  await expect(card.getByLabel('Reflection')).toBeChecked()
  await expect(card.getByLabel('Publish for')).toHaveValue(day)

  // After a network error, the text is still there.
  expectedErrors.push(/content\/manual/)
  await page.route('**/api/admin/content/manual', (route) => route.abort())
  await publish.click()
  await expect(card.getByText('Failed to save content')).toBeVisible()
  await expect(editor).toContainText('A word for the road')
  await page.unroute('**/api/admin/content/manual')
  await publish.click()
  await expectToast(page, 'Content saved successfully')
  await expect(editor).toHaveText('')
  const stored = (): Promise<{ content: string; source: string }> =>
    site.db
      .selectFrom('dailyContent')
      .select(['content', 'source'])
      .where('day', '=', day)
      .where('type', '=', 'reflection')
      .executeTakeFirstOrThrow()
  expect((await stored()).content).toMatch(
    /^<h2>Rise early<\/h2><p><a href="https:\/\/example\.org\/road"[^>]*>A word for the road<\/a><\/p>$/,
  )
  await page.reload()
  await expect(editor).toHaveText('')

  // The calendar by keyboard: the day before has a gap, this one has no message.
  const calendar = page.getByRole('grid', { name: /^Calendar/ })
  await tabTo(calendar.getByRole('button', { name: new RegExp(longDay(today())) }))
  await page.keyboard.press('ArrowDown')
  await expect(
    calendar.getByRole('button', { name: `${longDay(day)}: reflection, no message` }),
  ).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(
    calendar.getByRole('button', { name: `${longDay(addDays(day, -1))}: nothing yet` }),
  ).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(card).toBeFocused()
  await expect(card.getByLabel('Publish for')).toHaveValue(day)
  await expect(card.getByLabel('Message')).toBeChecked()

  const entry = preparedDay(page, new RegExp(`^${longDay(day)}`))
    .getByRole('listitem')
    .first()
  await entry.getByRole('button', { name: /^Edit the Daily Reflection/ }).click()
  await expect(editor).toContainText('Rise early')
  await typeInto(editor, ' ahead')
  await card.getByRole('button', { name: `Publish for ${longDay(day)}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Replace published content?' })
  await expect(question).toContainText('is already published')
  await expect(question.getByRole('region', { name: 'Published now' })).toContainText(
    'A word for the road',
  )
  await question.getByRole('button', { name: 'Replace' }).click()
  await expectToast(page, 'Content saved successfully')
  expect((await stored()).content).toContain('ahead')
})

test('an image survives a reload and is published with its description', async ({
  adminPage: page,
  site,
  world,
}) => {
  const member = await world.member()
  await openPart(page, 'Manual Creation')
  const card = manualCard(page)
  await card.getByLabel('Image', { exact: true }).check()
  const file = card.locator('input[type=file]')
  await card.getByRole('button', { name: 'Publish for today' }).click()
  await expect(card.getByText('Choose an image.')).toBeVisible()
  await expect(card.getByText('Describe the image for people who can’t see it.')).toBeVisible()
  await file.setInputFiles({ name: 'a.tiff', mimeType: 'image/tiff', buffer: Buffer.from('II*') })
  await expect(card.getByText('Choose a PNG, JPEG, WebP, AVIF or GIF image.')).toBeVisible()
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1)
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: tooLarge })
  await expect(card.getByText('Images can be at most 10 MB.')).toBeVisible()
  await file.setInputFiles({ name: 'dawn.png', mimeType: 'image/png', buffer: await image() })
  await expect(card.getByText(/dawn\.png/)).toBeVisible()
  const description = card.getByLabel('Image description')
  await description.fill('A path in the first light')

  // The image is saved in the background.
  await expect.poll(() => keptImages(page)).toBe(1)
  await page.reload()
  await expect(card.getByText(/dawn\.png/)).toBeVisible()
  await expect(card.getByRole('img', { name: 'Preview of the selected file' })).toBeVisible()
  await expect(description).toHaveValue('A path in the first light')
  await card.getByRole('button', { name: 'Publish for today' }).click()
  await expectToast(page, 'Content saved successfully')
  const { message } = await dayOf(site, member)
  expect(message?.content).toContain('alt="A path in the first light"')
  const entry = preparedDay(page, /^Today/)
    .getByRole('listitem')
    .filter({
      hasText: 'Daily Message',
    })
  await entry.getByText('Preview of the Daily Message for today').click()
  const shown = entry.getByRole('img', { name: 'A path in the first light' })
  await expect
    .poll(() => shown.evaluate((img) => 'naturalWidth' in img && img.naturalWidth))
    .toBe(640)
  await expect(entry.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await page.reload()
  await card.getByLabel('Image', { exact: true }).check()
  await expect(card.getByText(/dawn\.png/)).toHaveCount(0)
})

test('a file that isn’t really an image is refused next to its field', async ({
  adminPage: page,
  expectedErrors,
}) => {
  // The second error is from the trace recorder, which reads the broken preview again.
  expectedErrors.push(/status of 415 /, /^Connecting to 'blob:/)
  await openPart(page, 'Manual Creation')
  const card = manualCard(page)
  await card.getByLabel('Image', { exact: true }).check()
  await card.locator('input[type=file]').setInputFiles({
    name: 'dawn.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await card.getByLabel('Image description').fill('A path')
  await card.getByRole('button', { name: 'Publish for today' }).click()
  await expect(card.getByText('Failed to save content')).toBeVisible()
  await expect(card.locator('input[type=file]')).toHaveAttribute('aria-invalid', 'true')
  await expect(card.getByLabel('Image description')).toHaveValue('A path')
})

test('an AI provider generates texts, and if it fails the library is used and the reason shown', async ({
  openPage,
}) => {
  const ai = await startOpenAiServer()
  const site = await startSite({ AI_BASE_URL: ai.baseUrl, AI_MODEL: 'small-and-kind' })
  try {
    const admin = await new World(site.db).admin()
    const page = await openPage({ as: admin, baseURL: site.url })
    await openPart(page)
    const card = generationCard(page, 'Daily Message')
    ai.replyWith({
      kind: 'text',
      text: '<h2>Tears</h2><p>“Jesus smiled.” (John 11:35) <script>window.ran = 1</script>Amen.</p>',
    })
    await card.getByRole('button', { name: 'Generate message' }).click()
    await expectToast(page, 'Daily message generated successfully')
    await expect(card.getByText('Written by the AI provider (small-and-kind)')).toBeVisible()
    await expect(quotation(card, 'Jesus smiled.')).toContainText('John 11:35 says: Jesus wept.')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(card.getByRole('tabpanel', { name: 'Preview' })).not.toContainText('window.ran')

    ai.replyWith({ kind: 'status', status: 500 })
    await card.getByRole('button', { name: 'Generate another' }).click()
    await expect(card.getByText('The built-in library was used')).toBeVisible()
    await expect(card.getByText('From the built-in library', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'AI Settings' }).click()
    await expect(page.getByText('It writes with the model small-and-kind.')).toBeVisible()
    await page.close()
  } finally {
    await site.stop()
    await ai.stop()
  }
})

test('every part is accessible, and its address and the back button lead to it', async ({
  adminPage: page,
}) => {
  test.slow()
  await openPart(page)
  await expect(page.getByText('Daily Message: nothing yet.')).toBeVisible()
  const message = generationCard(page, 'Daily Message')
  await message.getByRole('button', { name: 'Generate message' }).click()
  await message.getByRole('tab', { name: 'Edit' }).click()
  await typeInto(
    message.getByRole('textbox', { name: 'Daily Message' }),
    ' “Jesus ran.” John 11:35',
  )
  await expect(quotation(message, 'Jesus ran.')).toContainText('Differs')
  const both = page.getByRole('button', { name: 'Auto-generate both for today' })
  await both.click()
  await page.getByRole('button', { name: 'Generate and publish' }).click()
  await expectToast(page, 'Daily content generated successfully')
  await page.getByText('Preview of the Daily Message for today').click()
  await expectSoundPage(page)
  await message.getByRole('button', { name: 'Publish for today' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Manual Creation' }).click()
  await expect(page).toHaveURL('/admin/daily-content')
  await expect(manualCard(page).getByRole('textbox', { name: 'Content' })).toBeVisible()
  await manualCard(page).getByLabel('Image', { exact: true }).check()
  await expectSoundPage(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  for (const label of ['Type', 'Format', 'Publish for']) {
    const box = await manualCard(page).getByText(label, { exact: true }).boundingBox()
    expect(box?.width, `${label}, also on a phone`).toBeGreaterThan(20)
  }
  if (size) await page.setViewportSize(size)

  await page.getByRole('tab', { name: 'AI Settings' }).click()
  await expect(page).toHaveURL('/admin/daily-content?part=settings')
  await page.getByRole('switch').check()
  await expectSoundPage(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('tab', { name: 'Manual Creation' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.goBack()
  await expect(message).toBeVisible()
  await page.getByRole('tab', { name: 'AI Generation' }).focus()
  await tabTo(message.getByRole('button', { name: 'Generate another' }))
})
