import {
  EMAIL_LIMITS,
  type MailContent,
  type MailingKind,
  type MailPreview,
  type MailWarning,
} from '#contract/email.ts'
import { isReadable } from '#contract/visible.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { findMistakes, sanitizeMail, styleMail } from '#server/domain/mail-html.ts'
import { oneLine } from '#server/domain/one-line.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { mailSender } from '../email/service.ts'
import { readEmailSettings } from '../email/settings.ts'
import { type MailingMail, mailingMail } from '../email/templates/mailing-mail.ts'
import { siteTitle } from '../settings/service.ts'
import { hasSenderDomain, reasonOf } from './policy.ts'

/** The default subject of a test email (administrator document, section 5). */
const TEST_SUBJECT = 'Test: Community Update'

/** Sanitizes content for storage. Throws `invalid_input` if nothing is left. */
export function cleanContent(html: string): string {
  const clean = sanitizeMail(html)
  if (clean !== '') return clean
  const sentence = 'Email content missing'
  throw new AppError('invalid_input', sentence, { fields: { html: sentence } })
}

/** Renders stored content, for one reader or, with a placeholder as the link, for all of them. */
export async function layOut(
  context: Context,
  input: {
    kind: MailingKind
    subject: string
    preheader: string
    html: string
    unsubscribeUrl: string
  },
): Promise<MailingMail> {
  const { kind, subject, preheader, html, unsubscribeUrl } = input
  const { publicUrl } = context.config
  const [brand, { postalAddress }] = await Promise.all([
    siteTitle(context.db),
    readEmailSettings(context.db),
  ])
  return mailingMail({
    brand,
    subject,
    preheader,
    contentHtml: styleMail(html, publicUrl),
    reason: reasonOf(kind, brand),
    postalAddress,
    unsubscribeUrl,
  })
}

/** Renders a preview or test. Its unsubscribe link leads to the account page. */
async function layOutSample(
  context: Context,
  { subject = TEST_SUBJECT, preheader = '', html = '' }: Partial<MailContent>,
): Promise<MailingMail> {
  const unsubscribeUrl = `${context.config.publicUrl}/account/notifications`
  const content = { subject, preheader, html: sanitizeMail(html) }
  return layOut(context, { kind: 'broadcast', ...content, unsubscribeUrl })
}

/** Renders a broadcast as its readers will get it, with warnings about what to fix first. */
export async function previewMail(
  context: Context,
  admin: Admin,
  content: Partial<MailContent>,
): Promise<MailPreview> {
  await context.limits.consume('mail-preview-admin', admin.id)
  const mail = await layOutSample(context, content)
  const bytes = Buffer.byteLength(mail.html)
  const { mail: config } = context.config
  const warnings = warningsOf({
    written: content.html ?? '',
    contentText: mail.contentText,
    bytes,
    from: config.provider === 'outbox' ? null : config.from,
  })
  return { html: mail.html, text: mail.text, preheader: mail.preheader, bytes, warnings }
}

function warningsOf(mail: {
  written: string
  contentText: string
  bytes: number
  from: string | null
}): MailWarning[] {
  const { emptyLinks, missingAlts } = findMistakes(mail.written)
  const found: (MailWarning | false)[] = [
    emptyLinks > 0 && {
      code: 'empty-link',
      sentence: `${count(emptyLinks, 'link')} no text or no complete address. Give each link some text and an address that starts with https://.`,
    },
    missingAlts > 0 && {
      code: 'missing-alt',
      sentence: `${count(missingAlts, 'image')} no alternative text. Describe what each one shows, for people who can’t see it.`,
    },
    !isReadable(mail.contentText.replace(/\[[^\]]*\]/g, '')) && {
      code: 'no-plain-text',
      sentence: 'This email has no text. Write some: many email apps hide images.',
    },
    mail.bytes > EMAIL_LIMITS.largeMail && {
      code: 'too-large',
      sentence: `This email is ${Math.ceil(mail.bytes / 1024)} KB. Some email apps cut it off after 100 KB. Shorten it.`,
    },
    !hasSenderDomain(mail.from) && {
      code: 'no-sender-domain',
      sentence: mail.from
        ? 'Emails aren’t sent from your own domain, so many will land in spam. On the page Connections, change the sender to an address at your domain.'
        : 'No email service is connected: emails are kept under Unsent emails and reach nobody.',
    },
  ]
  return found.filter((warning) => warning !== false)
}

function count(number: number, thing: string): string {
  return number === 1 ? `One ${thing} has` : `${number} ${thing}s have`
}

/**
 * Sends a test email to one address right away, so that the administrator sees whether it works.
 * Throws `provider_unavailable`.
 */
export async function sendTestMail(
  context: Context,
  admin: Admin,
  input: {
    html: string
    subject?: string | undefined
    preheader?: string | undefined
    testEmail: string
  },
): Promise<{ sent: true }> {
  await context.limits.consume('test-mail-admin', admin.id)
  const html = cleanContent(input.html)
  const subject = input.subject || TEST_SUBJECT
  const mail = await layOutSample(context, { subject, html, preheader: input.preheader })
  await context.email.send({
    to: input.testEmail,
    from: await mailSender(context),
    subject: oneLine(subject),
    text: mail.text,
    html: mail.html,
    idempotencyKey: `test-${crypto.randomUUID()}`,
  })
  await recordAudit(context.db, admin, { action: 'test-mail-sent' })
  return { sent: true }
}
