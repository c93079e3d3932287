import type { Route } from '@playwright/test'
import { emailEndpoints } from '#contract/email.ts'
import { World } from '#server/testing/population.ts'
import {
  editorOf,
  format,
  mailingCard,
  mailsOf,
  openEmailPart,
  openTest,
  people,
  picture,
  readMailings,
  readRecipients,
  writeMail,
} from './email-steps.ts'
import {
  expect,
  expectAccessible,
  expectSoundPage,
  focusEditorEnd,
  onEmptySite,
  setBox,
  tabTo,
  test,
} from './fixtures.ts'
import { type Site, startSite } from './site.ts'
import { expectToast } from './story-steps.ts'

// An empty site: its broadcasts go to everyone.
onEmptySite()

const { sendBroadcast, preview, sendTest } = emailEndpoints

test('an email with all features is written, previewed, tested and sent to everyone once', {
  tag: '@journey',
}, async ({ page, admin, site, world, mailTo, expectedErrors }) => {
  // The test reads the preview's frame, in which scripts are blocked.
  expectedErrors.push(/^Blocked script execution in 'about:srcdoc'/)
  const readers = [await world.member(), await world.member(), await world.member()]
  const quiet = await world.member()
  await world.member({ emailVerified: false })
  await site.db
    .insertInto('mailingChoice')
    .values({ memberId: quiet.id, kind: 'broadcast', isWanted: false })
    .execute()
  await openEmailPart(page, 'broadcast')
  const editor = editorOf(page)
  await expect(editor).toBeVisible()
  expect((await editor.boundingBox())?.height).toBe(600)
  await page.getByLabel('Subject', { exact: true }).fill('The room opens')
  await page.getByLabel('Line after the subject').fill('Doors open at seven')

  await editor.click()
  await format(page, 'Heading').click()
  await editor.pressSequentially('Come and listen')
  await editor.press('Enter')
  await editor.pressSequentially('Bring:')
  await editor.press('Enter')
  await format(page, 'Bulleted list').click()
  await editor.pressSequentially('a question')
  await editor.press('Enter')
  await editor.pressSequentially('time')
  await editor.press('Enter')
  await editor.press('Enter')
  await editor.pressSequentially('Read more')
  for (const _ of 'more') await editor.press('Shift+ArrowLeft')
  await format(page, 'Link').click()
  const linkDialog = page.getByRole('dialog', { name: 'Link' })
  await linkDialog.getByLabel('Address').fill('example.org/more')
  await linkDialog.getByRole('button', { name: 'Set link' }).click()
  await focusEditorEnd(editor)
  await editor.press('Enter')

  await format(page, 'Image').click()
  const imageDialog = page.getByRole('dialog', { name: 'Image' })
  await imageDialog.getByRole('button', { name: 'Insert image' }).click()
  await expect(imageDialog.getByText('Choose an image.')).toBeVisible()
  await expect(imageDialog.getByText('Say what the image shows.')).toBeVisible()
  await imageDialog
    .getByLabel('Image')
    .setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: await picture() })
  await imageDialog.getByLabel('What it shows').fill('A green room')
  await expectAccessible(page)
  await imageDialog.getByRole('button', { name: 'Insert image' }).click()
  await expect(editor.getByRole('img', { name: 'A green room' })).toBeVisible()

  await format(page, 'Button').click()
  const buttonDialog = page.getByRole('dialog', { name: 'Button' })
  await buttonDialog.getByRole('button', { name: 'Insert button' }).click()
  await expect(buttonDialog.getByText('Say what the button does.')).toBeVisible()
  await buttonDialog.getByLabel('Words').fill('Join us')
  await buttonDialog.getByLabel('Address').fill('https://example.org/live')
  await buttonDialog.getByRole('button', { name: 'Insert button' }).click()
  await expect(editor.locator('a.button')).toHaveText('Join us')
  await focusEditorEnd(editor)
  await editor.pressSequentially('See you there.')

  await page.getByRole('button', { name: 'Preview' }).click()
  const previewDialog = page.getByRole('dialog', { name: 'Preview' })
  await expect(previewDialog).toContainText('Line after the subject: Doors open at seven')
  const mail = previewDialog.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'Come and listen' })).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Join us' })).toHaveAttribute(
    'href',
    'https://example.org/live',
  )
  await expect(mail.getByRole('link', { name: 'more' })).toHaveAttribute(
    'href',
    'https://example.org/more',
  )
  await expect(mail.getByText('See you there.', { exact: true })).toBeVisible()
  const image = mail.getByRole('img', { name: 'A green room' })
  // Only a loaded picture is this high. Scripts are blocked in the frame, so `complete` can't be read.
  await expect.poll(async () => (await image.boundingBox())?.height ?? 0).toBeGreaterThan(60)
  const warnings = previewDialog.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText(
    'No email service is connected: emails are kept under Unsent emails and reach nobody.',
  )
  const frame = previewDialog.locator('iframe')
  expect((await warnings.boundingBox())?.y).toBeLessThan((await frame.boundingBox())?.y ?? 0)
  await expect(frame).toHaveCSS('width', '375px')
  const card = mail.locator('.card').first()
  await expect(card).toHaveCSS('background-color', 'rgb(255, 253, 248)')
  await previewDialog.getByLabel('Dark').check()
  await expect(card).toHaveCSS('background-color', 'rgb(36, 33, 29)')
  await previewDialog.getByLabel('Desktop').check()
  await expect(frame).toHaveCSS('width', '700px')
  // Scripts are blocked in the frame, so axe would wait for it forever.
  await frame.evaluate((element) => element.remove())
  await expectAccessible(page)
  await previewDialog.getByRole('button', { name: 'Close' }).click()

  const testing = await openTest(page)
  await expect(testing).toContainText('Without an email service it’s kept under Unsent emails.')
  await testing.getByLabel('Test email address').fill('tester@example.org')
  await expectAccessible(page)
  await testing.getByRole('button', { name: 'Send Test Email' }).click()
  await expectToast(page, 'Test email sent successfully')
  await expect(testing).toBeHidden()
  const test = await mailTo('tester@example.org')
  expect(test.subject).toBe('The room opens')
  expect(test.text).toContain('Come and listen')

  const { recipientCount } = await readRecipients(site, admin)
  const form = page.getByRole('region', { name: 'Email Broadcast' })
  await expect(form).toContainText(`${people(recipientCount)}. Left out: `)
  await expect(form).toContainText('1 who unsubscribed')
  await page.getByRole('button', { name: 'Send Broadcast' }).click()
  const question = page.getByRole('alertdialog', { name: 'No email service is connected' })
  await expect(question).toContainText(
    '“The room opens” would be kept under Unsent emails and reach nobody.',
  )
  await expect(question).toContainText(people(recipientCount))
  await expect(question.getByRole('region', { name: 'Warnings' })).toBeHidden()
  await expect(question.getByRole('link', { name: 'Connect an email service' })).toBeVisible()
  await expectAccessible(page)
  // A double click sends only once.
  await question.getByRole('button', { name: 'Keep it under Unsent emails' }).dblclick()
  await expectToast(page, 'Email broadcast sent successfully')

  const sent = mailingCard(page, 'The room opens')
  await expect(sent).toContainText(`Kept unsent: ${recipientCount} of ${recipientCount}`)
  await expect(sent.getByText('Kept unsent', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('')
  await expect(editor).toHaveText('')
  for (const reader of readers) expect(await mailsOf(site, reader.email, 'The room opens')).toBe(1)
  expect(await mailsOf(site, quiet.email, 'The room opens')).toBe(0)
  const mailings = await readMailings(site, admin)
  expect(mailings.filter(({ subject }) => subject === 'The room opens')).toHaveLength(1)

  await sent.getByRole('button', { name: 'Duplicate: The room opens' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('The room opens')
  await expect(page.getByLabel('Subject', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Line after the subject')).toHaveValue('Doors open at seven')
  await expect(editor).toContainText('Come and listen')
  await sent.getByRole('button', { name: 'Duplicate: The room opens' }).click()
  const replacing = page.getByRole('alertdialog', { name: 'Replace your draft?' })
  await replacing.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('To', { exact: true }).selectOption('Not seen for 30 days')
  await expect(form).toContainText('0 people.')
  await expectSoundPage(page)
})

test('missing fields are shown before anything is sent, and a test email needs no subject', async ({
  adminPage: page,
  mailTo,
}) => {
  await openEmailPart(page, 'broadcast')
  await expect(editorOf(page)).toBeVisible()
  await page.getByLabel('To', { exact: true }).selectOption('Buyers of a product')
  await expect(page.getByLabel('Product')).toBeVisible()
  await page.getByRole('button', { name: 'Send Broadcast' }).click()
  await expect(page.getByLabel('Product')).toBeFocused()
  await expectToast(page, /Product required\s*Choose a product\./)
  await page.getByLabel('To', { exact: true }).selectOption('Everyone')
  await page.getByRole('button', { name: 'Send Broadcast' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toBeFocused()
  await expectToast(page, /Subject required\s*Please enter an email subject/)
  await page.getByLabel('Subject', { exact: true }).fill('News')
  await page.getByRole('button', { name: 'Send Broadcast' }).click()
  await expect(editorOf(page)).toBeFocused()
  await expectToast(page, 'Email content missing')
  for (const name of ['Send test email', 'Preview']) {
    await page.getByLabel('Subject', { exact: true }).focus()
    await page.getByRole('button', { name, exact: true }).click()
    await expect(editorOf(page)).toBeFocused()
    await expectToast(page, 'Email content missing')
  }
  await editorOf(page).pressSequentially('Hello')
  await page.getByLabel('Subject', { exact: true }).clear()
  const testing = await openTest(page)
  const send = testing.getByRole('button', { name: 'Send Test Email' })
  await send.click()
  await expect(testing).toContainText('Please enter a test email address')
  await testing.getByLabel('Test email address').fill('not-an-address')
  await send.click()
  await expect(testing).toContainText('Invalid email address')
  await testing.getByLabel('Test email address').fill('plain@example.org')
  await testing.getByLabel('Test email address').press('Enter')
  await expectToast(page, 'Test email sent successfully')
  expect((await mailTo('plain@example.org')).subject).toBe('Test: Community Update')
})

test('server errors are shown, and nothing that was written is lost', async ({
  adminPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 50[03]/)
  await openEmailPart(page, 'broadcast')
  await writeMail(page, { subject: 'Refused', text: 'Hello all' })
  const refuse = (path: string, message: string) =>
    page.route(`**${path}`, (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'provider_unavailable', message },
      }),
    )
  await refuse(sendTest.path, 'The mail server does not answer.')
  const testing = await openTest(page)
  await testing.getByLabel('Test email address').fill('a@example.org')
  await testing.getByRole('button', { name: 'Send Test Email' }).click()
  // Located by its text, because an open dialog hides everything else from roles.
  await expect(
    page.locator('li[data-state="open"]', {
      hasText: /Failed to send test email\s*The mail server does not answer\./,
    }),
  ).toBeVisible()
  await testing.getByRole('button', { name: 'Cancel' }).click()

  await refuse(preview.path, 'The layout took too long.')
  await page.getByRole('button', { name: 'Send Broadcast' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Failed to prepare email')
  await expect(question).toContainText('The layout took too long.')
  await expect(question.getByRole('button', { name: 'Keep it under Unsent emails' })).toBeDisabled()
  await page.unroute(`**${preview.path}`)
  await question.getByRole('button', { name: 'Retry' }).click()
  await refuse(sendBroadcast.path, 'Please try again in a minute.')
  await question.getByRole('button', { name: 'Keep it under Unsent emails' }).click()
  // Located by its text, because an open dialog hides everything else from roles.
  await expect(
    page.locator('li[data-state="open"]', {
      hasText: /Failed to send broadcast\s*Please try again in a minute\./,
    }),
  ).toBeVisible()
  await expect(question.getByRole('alert')).toContainText('Failed to send broadcast')
  await expect(question).toContainText('Nobody gets it twice')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Refused')
  await expect(editorOf(page)).toHaveText('Hello all')
})

test('a reload while sending keeps the email, and it is sent once', async ({
  page,
  admin,
  site,
  world,
}) => {
  const reader = await world.member()
  await openEmailPart(page, 'broadcast')
  await writeMail(page, { subject: 'Sent once', text: 'Only once' })
  await page.reload()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Sent once')
  await expect(editorOf(page)).toHaveText('Only once')

  // The call reaches the server, but its answer is never delivered.
  let arrived: (() => void) | undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const loseAnswer = async (route: Route): Promise<void> => {
    await route.fetch()
    arrived?.()
  }
  await page.route(`**${sendBroadcast.path}`, loseAnswer, { times: 1 })
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Send Broadcast' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Keep it under Unsent emails' })
      .click()
  }
  await send()
  await arrival
  await page.reload()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Sent once')
  await send()
  await expectToast(page, 'Email broadcast sent successfully')
  const mailings = await readMailings(site, admin)
  expect(mailings.filter(({ subject }) => subject === 'Sent once')).toHaveLength(1)
  await expect.poll(() => mailsOf(site, reader.email, 'Sent once')).toBe(1)
})

test('an email is written and sent by keyboard alone', async ({ page, admin, site }) => {
  await openEmailPart(page, 'broadcast')
  await expect(editorOf(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Email Broadcast' }).focus()
  await tabTo(page.getByLabel('Subject', { exact: true }))
  await page.keyboard.type('By keys')
  await tabTo(editorOf(page))
  await page.keyboard.type('Hello')
  await tabTo(page.getByRole('button', { name: 'Send Broadcast' }))
  await page.keyboard.press('Enter')
  const confirm = page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Keep it under Unsent emails' })
  await expect(confirm).toBeEnabled()
  await tabTo(confirm)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Email broadcast sent successfully')
  await expect.poll(() => mailsOf(site, admin.email, 'By keys')).toBe(1)
})

test('the activity shows the provider’s events, ten rows per page, and on a press their set-up', async ({
  adminPage: page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openEmailPart(page, 'activity')
  await expect(
    page.getByText('No email service is connected, so nothing is reported.'),
  ).toHaveCount(1)
  const setup = page.getByRole('region', { name: 'Set up the reports with Resend' })
  await expect(setup.getByLabel('Webhook address')).toBeHidden()
  await setup.getByText('Set up the reports with Resend').click()
  await setup.getByText('Turn on these 8 events').click()
  await expect(setup.getByText('email.delivery_delayed')).toBeVisible()
  await expect(setup.getByLabel('Webhook address')).toHaveValue(`${site.url}/api/webhooks/resend`)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Webhook address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${site.url}/api/webhooks/resend`,
  )
  await fillEvents(site)
  await page.reload()
  const table = page.getByRole('table', { name: 'Email events' })
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  const bounced = table.getByRole('row').filter({ hasText: 'gone@example.org' })
  await expect(bounced).toContainText('Bounced')
  await expect(bounced).toContainText('Mailbox gone')
  const clicked = table.getByRole('row').filter({ hasText: 'click@example.org' })
  await expect(clicked).toContainText('javascript:alert(1)')
  await expect(table.getByRole('link')).toHaveCount(0)
  await expect(table.getByRole('row').filter({ hasText: 'broken@example.org' })).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
})

test('a bounced address is allowed again with a reason', async ({
  adminPage: page,
  site,
  world,
}) => {
  await openEmailPart(page, 'bounced')
  await expect(page.getByText('No bounced addresses')).toBeVisible()
  const { email } = await world.member()
  await site.db
    .insertInto('emailSuppression')
    .values({ email, cause: 'complaint', reason: 'Marked as spam' })
    .execute()
  await page.reload()
  await expectSoundPage(page)
  await page.getByRole('button', { name: `Allow again: ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Allow broadcasts again' })
  await dialog.getByRole('button', { name: 'Allow again' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('They asked for it.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Allow again' }).click()
  await expectToast(page, 'Address allowed again')
  await expect(page.getByText('No bounced addresses')).toBeVisible()
})

test('settings are saved and appear in the next email', async ({
  adminPage: page,
  world,
  site,
}) => {
  await openEmailPart(page, 'settings')
  await page.getByRole('textbox', { name: 'Postal address' }).fill('Folx, 1 Main Street, Houston')
  await setBox(page.getByRole('switch', { name: 'Send the Daily Message every day' }), true)
  await page.getByLabel('Hour of the Daily Message').selectOption('6')
  await setBox(page.getByRole('switch', { name: 'Send a digest of new stories every week' }), true)
  await page.getByLabel('Day of the digest').selectOption('Sunday')
  await page.getByLabel('Hour of the digest').selectOption('17')
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Settings saved successfully')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Postal address' })).toHaveValue(
    'Folx, 1 Main Street, Houston',
  )
  await expect(page.getByLabel('Hour of the Daily Message')).toHaveValue('6')
  await expect(page.getByLabel('Day of the digest')).toHaveValue('0')
  await expect(page.getByRole('region', { name: 'Sender' })).toHaveText(
    /^SenderNo email service is connected\.( Connect one)?$/,
  )
  const { text } = await (
    await fetch(`${site.url}${preview.path}`, {
      method: 'POST',
      headers: {
        Cookie: (await world.admin()).cookie,
        Origin: site.url,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ html: '<p>x</p>' }),
    })
  ).json()
  expect(text).toContain('1 Main Street')
})

test('an email being sent shows its progress, and can be paused, resumed and canceled', async ({
  openPage,
}) => {
  // Slow enough to be observed: one message every six seconds after the first.
  const site = await startSite({ MAIL_RATE_PER_MINUTE: '10' })
  try {
    const world = new World(site.db)
    const admin = await world.admin()
    for (let count = 0; count < 20; count += 1) await world.member()
    const page = await openPage({ baseURL: site.url })
    const [name = '', value = ''] = admin.cookie.split('=')
    await page.context().addCookies([{ name, value, url: site.url }])
    await openEmailPart(page, 'broadcast')
    await writeMail(page, { subject: 'Slow news', text: 'Step by step' })
    await page.getByRole('button', { name: 'Send Broadcast' }).click()
    await page.getByRole('button', { name: 'Keep it under Unsent emails' }).click()
    await expectToast(page, 'Email broadcast sent successfully')
    const card = mailingCard(page, 'Slow news')
    const progress = card.getByRole('progressbar', { name: 'Emails sent' })
    await expect(progress).toHaveAttribute('aria-valuetext', /Kept unsent: [1-9]\d? of 21/)
    await card.getByRole('button', { name: 'Pause: Slow news' }).click()
    await expectToast(page, 'Sending paused')
    await expect(card.getByText('Paused', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Resume: Slow news' }).click()
    await expectToast(page, 'Sending resumed')
    await expect(card.getByText('Sending', { exact: true })).toBeVisible()
    const before = Number(await progress.getAttribute('aria-valuenow'))
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
      .toBeGreaterThan(before)
    await card.getByRole('button', { name: 'Pause: Slow news' }).click()
    await expectToast(page, 'Sending paused')
    await card.getByRole('button', { name: 'More actions: Slow news' }).click()
    await page.getByRole('menuitem', { name: 'Cancel email' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel this email?' })
    await expect(question).toContainText('People who already got it keep it.')
    await question.getByRole('button', { name: 'Cancel email' }).click()
    await expectToast(page, 'Email canceled')
    await expect(card.getByText('Canceled', { exact: true })).toBeVisible()
    await page.close()
  } finally {
    await site.stop()
  }
})

/** Inserts twelve events, of which the last three are unusual or malformed. */
async function fillEvents(site: Site): Promise<void> {
  const plain = Array.from({ length: 9 }, (_, index) => ({
    email: `reader-${index}@example.org`,
    eventType: 'email.delivered',
    eventData: JSON.stringify({ data: { subject: 'News' } }),
  }))
  const notable = [
    { email: 'broken@example.org', eventType: 'email.teleported', eventData: '{"data":' },
    {
      email: 'click@example.org',
      eventType: 'email.clicked',
      eventData: JSON.stringify({ data: { click: { url: 'javascript:alert(1)' } } }),
    },
    {
      email: 'gone@example.org',
      eventType: 'email.bounced',
      eventData: JSON.stringify({ subject: 'News', reason: 'Mailbox gone' }),
    },
  ]
  const start = Date.now() - 60_000
  await site.db
    .insertInto('emailEvent')
    .values(
      [...plain, ...notable].map((event, index) => ({
        ...event,
        providerEventId: `msg_${crypto.randomUUID()}`,
        createdAt: new Date(start + index * 1_000),
      })),
    )
    .execute()
}
