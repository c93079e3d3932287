import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { emailEndpoints, type Mailing, type Recipients } from '#contract/email.ts'
import type { TestMember } from '#server/testing/population.ts'
import { callAs } from './calls.ts'
import { expect } from './fixtures.ts'
import type { Site } from './site.ts'

export type EmailPart = 'activity' | 'broadcast' | 'bounced' | 'outbox' | 'settings'

export async function openEmailPart(page: Page, part: EmailPart): Promise<void> {
  await page.goto(`/admin/email?part=${part}`)
  const tab = page.getByRole('tablist', { name: 'Email' }).getByRole('tab', { selected: true })
  await expect(tab).toBeVisible()
}

export function editorOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content' })
}

/** Writes an email with only text. */
export async function writeMail(
  page: Page,
  mail: { subject: string; text: string },
): Promise<void> {
  await page.getByLabel('Subject', { exact: true }).fill(mail.subject)
  await editorOf(page).click()
  await editorOf(page).pressSequentially(mail.text)
}

/** Opens the dialog that sends a test of an email. */
export async function openTest(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Send test email', exact: true }).click()
  return page.getByRole('dialog', { name: 'Send test email' })
}

export function format(page: Page, name: string): Locator {
  return page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name, exact: true })
}

export function picture(): Promise<Buffer> {
  const background = '#0f766e'
  return sharp({ create: { width: 900, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
}

/** How many emails with this subject are in the outbox for an address. */
export async function mailsOf(site: Site, to: string, subject: string): Promise<number> {
  const rows = await site.db
    .selectFrom('outboxMail')
    .select('outboxMailId')
    .where('toAddress', '=', to)
    .where('subject', '=', subject)
    .execute()
  return rows.length
}

export async function readRecipients(site: Site, admin: TestMember): Promise<Recipients> {
  const { method, path } = emailEndpoints.recipients
  const response = await callAs(site, admin, { method, path })
  expect(response.status).toBe(200)
  return response.json()
}

export async function readMailings(site: Site, admin: TestMember): Promise<Mailing[]> {
  const { method, path } = emailEndpoints.listScheduled
  const response = await callAs(site, admin, { method, path: `${path}?pageSize=100` })
  expect(response.status).toBe(200)
  return response.json()
}

export function mailingCard(page: Page, subject: string): Locator {
  return page.getByRole('article', { name: subject, exact: true })
}

/** '1 person', '3 people', as the pages count. */
export function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
