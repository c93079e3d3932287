import { z } from 'zod'
import { Email } from './accounts.ts'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import {
  Id,
  IdParams,
  Instant,
  limitedText,
  optionalLine,
  PageQuery,
  requiredLine,
  requiredText,
  STORABLE,
  Version,
  wholeNumber,
} from './fields.ts'
import { isReadable } from './visible.ts'

export const EMAIL_LIMITS = {
  subject: 200,
  /** Inboxes show no more than this after the subject. */
  preheader: 150,
  /** Characters of an email's HTML, not counting images. */
  html: 200_000,
  /** Bytes above which some email programs cut an email off (Gmail at 102 KB). */
  largeMail: 100 * 1024,
  postalAddress: 300,
  imageBytes: 10 * 1024 * 1024,
  /** Soft bounces after which an address gets no more mailings. */
  softBounces: 3,
  /** How many days ahead a mailing can be scheduled. */
  daysAhead: 365,
} as const

export const OutboxMail = z.object({
  id: z.int(),
  to: z.string(),
  /** More than 1 if it stands for all emails of its mailing. */
  recipientCount: z.int(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: Instant,
})
export type OutboxMail = z.infer<typeof OutboxMail>

/**
 * The types that pages know: those of the administrator document, section 3, and Resend's
 * suppressions. Others are stored as they are.
 */
export const EMAIL_EVENT_TYPES = [
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.clicked',
  'email.complained',
  'email.delivery_delayed',
  'email.suppressed',
  'suppression.added',
] as const

/** Something that the email provider reported about an email. */
export const EmailEvent = z.object({
  id: z.int(),
  email: z.string(),
  eventType: z.string(),
  createdAt: Instant,
  /** JSON as it was sent, with `subject`, `from`, `reason` and `click.url` if they are known. */
  eventData: z.string(),
})
export type EmailEvent = z.infer<typeof EmailEvent>

/** An address that no longer gets mailings. */
export const BouncedEmail = z.object({
  id: z.int(),
  email: z.string(),
  createdAt: Instant,
  cause: z.enum(['bounce', 'complaint', 'soft-bounces']),
  /** The provider's explanation, if it gave one. */
  reason: z.string().nullable(),
})
export type BouncedEmail = z.infer<typeof BouncedEmail>

const Subject = requiredLine({
  required: 'Please enter an email subject',
  max: EMAIL_LIMITS.subject,
  tooLong: 'The subject must be 200 characters or less.',
})
const Html = z
  .string('Email content missing')
  .max(EMAIL_LIMITS.html, 'This email is too long.')
  .refine(isReadable, 'Email content missing')

const Preheader = optionalLine(
  EMAIL_LIMITS.preheader,
  'The preview text must be 150 characters or less.',
)

/** The content of an email: its subject, preheader, and rich text, which is sanitized. */
export const MailContent = z.object({
  subject: Subject,
  /** If empty or left out, the beginning of the text is used. */
  preheader: Preheader.optional(),
  html: Html,
})
export type MailContent = z.infer<typeof MailContent>

export const RECIPIENT_GROUPS = ['everyone', 'access', 'buyers', 'inactive'] as const

/**
 * Whom a broadcast is for: everyone, members with access to the live room, buyers of a product, or
 * members not seen for 30 days. In each group, only those who want broadcasts get it.
 */
export const RecipientGroup = z.enum(RECIPIENT_GROUPS, 'Choose who gets this email.')
export type RecipientGroup = z.infer<typeof RecipientGroup>

const RecipientChoice = z.object({
  /** Default: everyone. */
  group: RecipientGroup.optional(),
  /** For the group `buyers`. */
  productId: Id.nullish(),
})

/** A broadcast as it is written. */
export const Broadcast = MailContent.extend(RecipientChoice.shape)
export type Broadcast = z.infer<typeof Broadcast>

/** The product that gives access to the live room, and those whose buyers can be chosen. */
export const RecipientGroups = z.object({
  /** Title of the product that gives access to the live room. */
  membership: z.string(),
  /** By title, at most 200, including unpublished ones. */
  products: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type RecipientGroups = z.infer<typeof RecipientGroups>

/** How many people would get a broadcast now, and how many would not. */
export const Recipients = z.object({
  recipientCount: z.int(),
  excluded: z.object({
    /** Without a verified address. */
    unproven: z.int(),
    /** Bounced or complained. */
    bounced: z.int(),
    unsubscribed: z.int(),
  }),
})
export type Recipients = z.infer<typeof Recipients>

const MAIL_WARNINGS = [
  'empty-link',
  'missing-alt',
  'no-plain-text',
  'too-large',
  'no-sender-domain',
] as const
export const MailWarning = z.object({
  code: z.enum(MAIL_WARNINGS),
  /** Says what is wrong and what to do. */
  sentence: z.string(),
})
export type MailWarning = z.infer<typeof MailWarning>

/** An email as its recipients get it. */
export const MailPreview = z.object({
  html: z.string(),
  text: z.string(),
  /** The text that inboxes show after the subject. */
  preheader: z.string(),
  /** Size of the HTML. */
  bytes: z.int(),
  warnings: z.array(MailWarning),
})
export type MailPreview = z.infer<typeof MailPreview>

export const MAILING_STATUSES = ['scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export const MailingStatus = z.enum(MAILING_STATUSES)
export type MailingStatus = z.infer<typeof MailingStatus>

const MAILING_KINDS = ['broadcast', 'daily-message', 'weekly-digest'] as const
export const MailingKind = z.enum(MAILING_KINDS)
export type MailingKind = z.infer<typeof MailingKind>

/** One email to many people, each of whom gets their own copy. */
export const Mailing = z.object({
  id: z.int(),
  kind: MailingKind,
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  group: RecipientGroup,
  productId: z.int().nullable(),
  sendAt: Instant,
  status: MailingStatus,
  /** Increases with each change. */
  version: z.int(),
  /** For a scheduled one, the number as of now; fixed once it is sending. */
  recipientCount: z.int(),
  /** Includes the skipped ones for readers without the right `people`. */
  sentCount: z.int(),
  failedCount: z.int(),
  /**
   * Those of the failed ones that may have arrived: the server stopped, or no answer came, while the
   * mail server had the email. They are not sent again.
   */
  uncertainCount: z.int(),
  /**
   * Skipped while it was sending: bounced, unsubscribed, suspended or gone. 0 for readers without
   * the right `people`, who could suspend the author of a story and see who gets no email.
   */
  skippedCount: z.int(),
  /** Sent, and bounced afterwards; null where the provider reports no bounces. */
  bouncedCount: z.int().nullable(),
  /** Recipients who unsubscribed with the link in it. */
  unsubscribedCount: z.int(),
  /** No email provider is set up, so what is 'sent' stays on this server. */
  staysInOutbox: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Mailing = z.infer<typeof Mailing>

const SendAt = z.iso.datetime('Choose when it goes out.')

/** How this site sends email, and whether the provider's events arrive. */
export const EmailHealth = z.object({
  provider: z.enum(['outbox', 'smtp', 'resend']),
  /** The plain sender address; null with the outbox. */
  from: z.string().nullable(),
  /** The address to enter at the provider. */
  webhookUrl: z.string(),
  hasWebhookSecret: z.boolean(),
  lastEventAt: Instant.nullable(),
  /** A sentence about what this site can't know about delivery; null if it gets all events. */
  notice: z.string().nullable(),
  /** Maximum number of emails handed over per minute. */
  ratePerMinute: z.number(),
  /** The DNS records of the sender’s domain; null with the outbox or before the lookup. */
  domain: z
    .object({
      name: z.string(),
      spf: z.enum(['found', 'missing', 'unknown']),
      dkim: z.enum(['found', 'missing', 'unknown']),
      dmarc: z.enum(['found', 'missing', 'unknown']),
    })
    .nullable(),
})
export type EmailHealth = z.infer<typeof EmailHealth>

/** The parts of every mailing, and the automatic mailings. */
export const EmailSettings = z.object({
  /** At the bottom of every mailing, as the law requires in many countries; null leaves it out. */
  postalAddress: z.string().nullable(),
  dailyMessage: z.object({
    isOn: z.boolean(),
    /** 0 to 23 in each member's own time zone. */
    hour: z.int().min(0, 'Choose an hour.').max(23, 'Choose an hour.'),
  }),
  weeklyDigest: z.object({
    isOn: z.boolean(),
    /** 0 is Sunday, in each member's own time zone. */
    weekday: z.int().min(0, 'Choose a day.').max(6, 'Choose a day.'),
    hour: z.int().min(0, 'Choose an hour.').max(23, 'Choose an hour.'),
  }),
})
export type EmailSettings = z.infer<typeof EmailSettings>

export const EmailSettingsInput = z.object({
  postalAddress: limitedText({
    max: EMAIL_LIMITS.postalAddress,
    tooLong: 'The address must be 300 characters or less.',
  })
    .nullable()
    .optional(),
  dailyMessage: EmailSettings.shape.dailyMessage.optional(),
  weeklyDigest: EmailSettings.shape.weeklyDigest.optional(),
})
export type EmailSettingsInput = z.infer<typeof EmailSettingsInput>

/** The mailings that a member wants. */
export const EmailPreferences = z.object({
  /** Emails from the community. On by default. */
  broadcasts: z.boolean(),
  /** Off by default. */
  dailyMessage: z.boolean(),
  weeklyDigest: z.boolean(),
})
export type EmailPreferences = z.infer<typeof EmailPreferences>

/** A member's preferences, and which automatic mailings this community sends. */
export const MyEmailPreferences = EmailPreferences.extend({
  /** Whether the address is verified; only verified addresses get mailings. */
  emailVerified: z.boolean(),
  /** Whether the address is suppressed, so no mailings go to it. */
  isBounced: z.boolean(),
  offers: z.object({ dailyMessage: z.boolean(), weeklyDigest: z.boolean() }),
})
export type MyEmailPreferences = z.infer<typeof MyEmailPreferences>

const Token = z.object({
  token: z
    .string('This link is incomplete.')
    .min(1, 'This link is incomplete.')
    .max(300, 'This link is incomplete.'),
})

/** Emails with an unsubscribe link. */
export const SubscriptionKind = z.enum([...MAILING_KINDS, 'reminder'])
export type SubscriptionKind = z.infer<typeof SubscriptionKind>

/** The subject of an unsubscribe link. It identifies nobody, because links get forwarded. */
export const Unsubscription = z.object({ kind: SubscriptionKind, isSubscribed: z.boolean() })
export type Unsubscription = z.infer<typeof Unsubscription>

export const BounceLift = z.object({
  reason: requiredText({
    required: 'Please give a reason',
    max: 300,
    tooLong: 'The reason must be 300 characters or less.',
  }),
})

export const TestEmail = z.object({
  html: Html,
  /** Default: 'Test: Community Update'. */
  subject: optionalLine(
    EMAIL_LIMITS.subject,
    'The subject must be 200 characters or less.',
  ).optional(),
  preheader: Preheader.optional(),
  testEmail: z
    .string('Please enter a test email address')
    .trim()
    .min(1, 'Please enter a test email address')
    .pipe(Email),
})

export const emailEndpoints = {
  listOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/admin/outbox',
    who: 'keeper',
    summary:
      'Emails that stayed here because no email provider is set up, newest first. A broadcast is listed once.',
    query: PageQuery.extend({
      to: z
        .string()
        .trim()
        .toLowerCase()
        .max(254, 'An address has at most 254 characters.')
        .regex(STORABLE, 'This search has a character that can’t be stored.')
        .optional(),
    }),
    response: z.array(OutboxMail),
    paged: true,
    noStore: true,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/admin/email-events',
    who: 'mail',
    summary: 'Delivery events from the email provider, newest first.',
    query: PageQuery,
    response: z.array(EmailEvent),
    paged: true,
    noStore: true,
  }),
  listBounced: defineEndpoint({
    method: 'GET',
    path: '/api/admin/bounced-emails',
    who: 'mail',
    summary: 'Addresses that get no mailings, newest first.',
    query: PageQuery,
    response: z.array(BouncedEmail),
    paged: true,
    noStore: true,
  }),
  liftBounce: defineEndpoint({
    method: 'POST',
    path: '/api/admin/bounced-emails/:id/lift',
    who: 'mail',
    summary: 'Allows mailings to an address again.',
    params: IdParams,
    body: BounceLift,
    response: null,
  }),
  health: defineEndpoint({
    method: 'GET',
    path: '/api/admin/email-health',
    who: 'mail',
    summary: 'How emails are sent, whether events arrive, and the sender’s DNS records.',
    response: EmailHealth,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/email-settings',
    who: 'mail',
    summary: 'Postal address and automatic mailings.',
    response: EmailSettings.extend({ version: z.string() }),
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/admin/email-settings',
    who: 'mail',
    summary: 'Changes any of these settings.',
    body: EmailSettingsInput.extend({ version: Version }),
    response: EmailSettings.extend({ version: z.string() }),
  }),
  recipients: defineEndpoint({
    method: 'GET',
    path: '/api/admin/broadcast-recipients',
    who: 'mail',
    summary: 'How many people would get a broadcast now, and how many would not.',
    query: RecipientChoice,
    response: Recipients,
  }),
  recipientGroups: defineEndpoint({
    method: 'GET',
    path: '/api/admin/recipient-groups',
    who: 'mail',
    summary: 'The products whose buyers can get a broadcast of their own.',
    response: RecipientGroups,
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/admin/broadcast-preview',
    who: 'mail',
    summary: 'A broadcast as its recipients get it, with warnings about what to fix first.',
    body: MailContent.partial(),
    response: MailPreview,
    maxBodyBytes: bodyBytesFor(EMAIL_LIMITS.html),
  }),
  uploadImage: defineEndpoint({
    method: 'POST',
    path: '/api/admin/upload-email-image',
    who: 'mail',
    summary: 'Stores an image for an email.',
    form: {
      fields: z.object({}),
      files: {
        image: { maxBytes: EMAIL_LIMITS.imageBytes, description: 'PNG, JPEG, WebP, AVIF or GIF.' },
      },
    },
    response: z.object({ url: z.string() }),
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/api/email-images/:name',
    who: 'any',
    summary: 'An image of an email.',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'No such image.') }),
    response: 'image',
  }),
  sendTest: defineEndpoint({
    method: 'POST',
    path: '/api/admin/send-test-email',
    who: 'mail',
    summary: 'Sends an email to one address right away.',
    body: TestEmail,
    response: z.object({ sent: z.literal(true) }),
    maxBodyBytes: bodyBytesFor(EMAIL_LIMITS.html),
  }),
  sendBroadcast: defineEndpoint({
    method: 'POST',
    path: '/api/admin/send-broadcast',
    who: 'mail',
    summary:
      'Sends an email to everyone in a group who may get it. The same `Idempotency-Key` returns the same broadcast.',
    body: Broadcast,
    response: z.object({ id: z.int(), recipientCount: z.int(), status: MailingStatus }),
    status: 202,
    maxBodyBytes: bodyBytesFor(EMAIL_LIMITS.html),
  }),
  listScheduled: defineEndpoint({
    method: 'GET',
    path: '/api/admin/scheduled-emails',
    who: 'mail',
    summary:
      'Broadcasts and automatic mailings: those scheduled or being sent first, then the newest.',
    query: PageQuery.extend({ kind: MailingKind.optional() }),
    response: z.array(Mailing),
    paged: true,
    topics: ['mailings'],
  }),
  getScheduled: defineEndpoint({
    method: 'GET',
    path: '/api/admin/scheduled-emails/:id',
    who: 'mail',
    summary: 'One broadcast or automatic mailing.',
    params: IdParams,
    response: Mailing,
    topics: ['mailings'],
  }),
  createScheduled: defineEndpoint({
    method: 'POST',
    path: '/api/admin/scheduled-emails',
    who: 'mail',
    summary: 'Schedules a broadcast. The same `Idempotency-Key` returns the same one.',
    body: Broadcast.extend({ sendAt: SendAt }),
    response: Mailing,
    status: 201,
    maxBodyBytes: bodyBytesFor(EMAIL_LIMITS.html),
  }),
  changeScheduled: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/scheduled-emails/:id',
    who: 'mail',
    summary:
      'Changes a broadcast that is not sending yet. With a `version`, only if that is still its latest.',
    params: IdParams,
    body: Broadcast.extend({
      sendAt: SendAt,
      version: wholeNumber({ min: 0, max: 2_147_483_647 }, 'The version is a number.'),
    }).partial(),
    response: Mailing,
    maxBodyBytes: bodyBytesFor(EMAIL_LIMITS.html),
  }),
  cancelScheduled: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/scheduled-emails/:id',
    who: 'mail',
    summary: 'Cancels a broadcast that is scheduled or paused. Copies already sent stay sent.',
    params: IdParams,
    response: Mailing,
  }),
  sendScheduled: defineEndpoint({
    method: 'POST',
    path: '/api/admin/scheduled-emails/:id/send-now',
    who: 'mail',
    summary: 'Sends a scheduled broadcast right away.',
    params: IdParams,
    response: Mailing,
  }),
  pauseSending: defineEndpoint({
    method: 'POST',
    path: '/api/admin/scheduled-emails/:id/pause',
    who: 'mail',
    summary: 'Pauses a mailing that is being sent; a second time changes nothing.',
    params: IdParams,
    response: Mailing,
  }),
  resumeSending: defineEndpoint({
    method: 'POST',
    path: '/api/admin/scheduled-emails/:id/resume',
    who: 'mail',
    summary: 'Resumes a paused mailing; a second time changes nothing.',
    params: IdParams,
    response: Mailing,
  }),
  getPreferences: defineEndpoint({
    method: 'GET',
    path: '/api/email-preferences',
    who: 'member',
    summary: 'The mailings that the caller wants.',
    response: MyEmailPreferences,
  }),
  savePreferences: defineEndpoint({
    method: 'POST',
    path: '/api/email-preferences',
    who: 'member',
    summary: 'Chooses the mailings that the caller wants; those left out stay as they are.',
    body: EmailPreferences.partial(),
    response: MyEmailPreferences,
  }),
  unsubscription: defineEndpoint({
    method: 'GET',
    path: '/api/unsubscribe',
    who: 'any',
    summary:
      'What an unsubscribe link is about. Changes nothing; a browser is redirected to the page that asks.',
    query: Token,
    response: Unsubscription,
    noStore: true,
  }),
  unsubscribe: defineEndpoint({
    method: 'POST',
    path: '/api/unsubscribe',
    who: 'any',
    isSigned: true,
    summary:
      'Unsubscribes right away (RFC 8058); a second call changes nothing. `again=true` subscribes again.',
    query: Token.extend({ again: z.literal('true').optional() }),
    response: Unsubscription,
  }),
  resendWebhook: defineEndpoint({
    method: 'POST',
    path: '/api/webhooks/resend',
    who: 'any',
    isSigned: true,
    summary: 'Email events from Resend, signed in Svix’s format.',
    response: z.object({ received: z.literal(true) }),
    maxBodyBytes: 256 * 1024,
  }),
}
