import { setTimeout } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { emailEndpoints } from '#contract/email.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import {
  editorOf,
  format,
  mailingCard,
  mailsOf,
  openEmailPart,
  readMailings,
  readRecipients,
  writeMail,
} from './email-steps.ts'
import { expect, expectAccessible, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { expectToast } from './story-steps.ts'
import { watchPlaces } from './watch-places.ts'

// An empty site, because broadcasts go to everyone.
onEmptySite()

/** The community's default time zone. */
const ZONE = 'America/Chicago'

function inDays(days: number): string {
  return addDays(logicalDate(new Date(), ZONE), days)
}

test('an email is scheduled, changed and sent now', { tag: '@journey' }, async ({
  page,
  admin,
  site,
}) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Scheduled Emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scheduled Emails')
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(1)
  await expectSoundPage(page)
  await page.getByRole('link', { name: 'Schedule an email' }).click()
  await writeMail(page, { subject: 'Advent', text: 'It begins.' })
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Choose a day.')).toBeVisible()
  await page.getByLabel('Day').fill(inDays(-1))
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Choose a time in the future.')).toBeVisible()
  const day = inDays(3)
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Time').fill('07:15')
  await page.reload()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Advent')
  await expect(page.getByLabel('Time')).toHaveValue('07:15')
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Schedule', exact: true }).dblclick()
  await expectToast(page, 'Email scheduled')

  const advent = mailingCard(page, 'Advent')
  await expect(advent).toContainText('Scheduled')
  await expect(advent).toContainText('at 7:15 AM')
  await advent.getByRole('link', { name: 'Edit: Advent' }).click()
  await expect(editorOf(page)).toHaveText('It begins.')
  await expect(page.getByLabel('Day')).toHaveValue(day)
  await page.getByLabel('Subject', { exact: true }).fill('Advent begins')
  await page.getByLabel('Time').fill('08:30')
  // Another administrator is faster, and this page is notified.
  const waiting = (await readMailings(site, admin)).find(({ subject }) => subject === 'Advent')
  const path = emailEndpoints.changeScheduled.path.replace(':id', String(waiting?.id))
  const change = await page.request.patch(path, {
    headers: { Origin: site.url },
    data: { preheader: 'Theirs' },
  })
  expect(change.status()).toBe(200)
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Email updated')
  const changed = mailingCard(page, 'Advent begins')
  await expect(changed).toContainText('at 8:30 AM')
  const mailings = await readMailings(site, admin)
  expect(mailings.filter(({ subject }) => subject.startsWith('Advent'))).toHaveLength(1)

  const { recipientCount } = await readRecipients(site, admin)
  await changed.getByRole('button', { name: 'Send now: Advent begins' }).click()
  const question = page.getByRole('alertdialog', { name: 'No email service is connected' })
  await question.getByRole('button', { name: 'Keep it under Unsent emails' }).click()
  await expectToast(page, 'Email kept unsent')
  await expect(changed).toContainText(`Kept unsent: ${recipientCount} of ${recipientCount}`)
  expect(await mailsOf(site, admin.email, 'Advent begins')).toBe(1)
})

test('a broadcast can be scheduled instead, and canceled', async ({ page, admin, site }) => {
  await openEmailPart(page, 'broadcast')
  await writeMail(page, { subject: 'Never mind', text: 'Hello' })
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule this email' })
  await dialog.getByLabel('Day').fill(inDays(5))
  await expect(dialog).toContainText('It goes out on')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expectToast(page, 'Email scheduled')
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('')
  const unwanted = mailingCard(page, 'Never mind')
  await unwanted.getByRole('button', { name: 'More actions: Never mind' }).click()
  await page.getByRole('menuitem', { name: 'Cancel email' }).click()
  await page
    .getByRole('alertdialog', { name: 'Cancel this email?' })
    .getByRole('button', { name: 'Cancel email' })
    .click()
  await expectToast(page, 'Email canceled')
  await page.goto('/admin/scheduled-emails')
  await expect(mailingCard(page, 'Never mind')).toContainText('Canceled')
  expect(await mailsOf(site, admin.email, 'Never mind')).toBe(0)
})

test('the button to schedule an email doesn’t move while the page loads', async ({
  adminPage: page,
}) => {
  await page.route('**/api/admin/today', async (route) => {
    await setTimeout(500)
    await route.continue()
  })
  const places = await watchPlaces(page, 'Schedule an email')
  await page.goto('/admin/scheduled-emails')
  await expect(page.getByText('No email reaches anyone until')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schedule an email' })).toBeVisible()
  expect(await places()).toHaveLength(1)
})

test('on a phone, the formatting buttons share a row, and so do day and time', async ({
  openPage,
  world,
}) => {
  const viewport = { width: 375, height: 812 }
  const page = await openPage({ as: await world.admin(), viewport, hasTouch: true })
  await page.goto('/admin/scheduled-emails?write=new')
  const topOf = async (thing: Locator): Promise<number | undefined> =>
    (await thing.boundingBox())?.y
  await expect(editorOf(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Schedule an email' })).toBeInViewport()
  const [bold, redo] = [format(page, 'Bold'), format(page, 'Redo')]
  expect(await topOf(bold)).toBe(await topOf(redo))
  // A key brings a button into view that is beside the row.
  await bold.focus()
  await page.keyboard.press('End')
  await expect(redo).toBeFocused()
  await expect(redo).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Day')).toBeVisible()
  expect(await topOf(page.getByLabel('Day'))).toBe(await topOf(page.getByLabel('Time')))
})

test('discarding a new email asks first', async ({ adminPage: page }) => {
  await page.goto('/admin/scheduled-emails')
  const open = page.getByRole('link', { name: 'Schedule an email' })
  await open.click()
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await discard.click()
  await expect(open).toBeVisible()

  await open.click()
  await writeMail(page, { subject: 'Half a thought', text: 'It was' })
  await discard.click()
  const question = page.getByRole('alertdialog', { name: 'Discard this email?' })
  await expect(question).toContainText('You’ll lose what you wrote.')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(editorOf(page)).toHaveText('It was')
  await discard.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(open).toBeVisible()
  await open.click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('')
  await expect(editorOf(page)).toHaveText('')
})

test('discarding changes leaves an email as it was', async ({ page, admin, site }) => {
  await page.goto('/admin/scheduled-emails')
  await page.getByRole('link', { name: 'Schedule an email' }).click()
  await writeMail(page, { subject: 'Easter', text: 'He is risen.' })
  await page.getByLabel('Day').fill(inDays(4))
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expectToast(page, 'Email scheduled')
  const edit = mailingCard(page, 'Easter').getByRole('link', { name: 'Edit: Easter' })
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await edit.click()
  await expect(editorOf(page)).toHaveText('He is risen.')
  await discard.click()
  await expect(edit).toBeVisible()

  await edit.click()
  await page.getByLabel('Subject', { exact: true }).fill('Another day')
  await discard.click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(question).toContainText('The email stays as it was scheduled.')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(mailingCard(page, 'Easter')).toBeVisible()
  await edit.click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Easter')
  const mailings = await readMailings(site, admin)
  expect(mailings.filter(({ subject }) => subject === 'Another day')).toEqual([])
})
