import { z } from 'zod'
import { Email } from './accounts.ts'
import { isSecondThursday } from './coaching-dates.ts'
import { CURRENCIES } from './currencies.ts'
import { defineEndpoint } from './endpoint.ts'
import { CalendarDate, ClockTime, Id, requiredLine, TimeZone, Version } from './fields.ts'

export const SETTINGS_LIMITS = {
  siteTitle: 40,
  confidentiality: 200,
  helplines: 5,
  imageBytes: 10 * 1024 * 1024,
  /** Hours. */
  answerPromise: 336,
  coachingExceptions: 24,
} as const

/** A helpline that people in danger are shown, with at least one way to reach it. */
export const Helpline = z
  .object({
    name: requiredLine({
      required: 'Name is required',
      max: 80,
      tooLong: 'Names must be 80 characters or less.',
    }),
    /** Digits, spaces, `+` and `-`. */
    phone: z
      .string()
      .trim()
      .regex(/^\+?[\d\s-]{2,20}$/, 'Enter a phone number.')
      .nullable(),
    /** For text messages. */
    textNumber: z
      .string()
      .trim()
      .regex(/^\+?[\d\s-]{2,20}$/, 'Enter a phone number.')
      .nullable(),
    url: z
      .url({ protocol: /^https$/, error: 'Enter an address that starts with https://.' })
      .max(300)
      .nullable(),
  })
  .refine(({ phone, textNumber, url }) => phone || textNumber || url, {
    path: ['phone'],
    message: 'Enter a phone number, a number for text messages or a web address.',
  })
export type Helpline = z.infer<typeof Helpline>

/** Sessions are on the second Thursday of the month, in the community's time zone. */
export const CoachingSchedule = z.object({
  time: ClockTime,
  exceptions: z
    .array(
      z.object({
        /** The second Thursday that is different. */
        date: CalendarDate,
        /** The day it is held on instead; null if it is canceled. */
        movedTo: CalendarDate.nullable(),
      }),
    )
    .max(SETTINGS_LIMITS.coachingExceptions, 'There are too many exceptions.'),
})
export type CoachingSchedule = z.infer<typeof CoachingSchedule>

/** Requires that each exception is for a second Thursday, and that none has two. */
export function checkExceptions(
  exceptions: readonly { date: string }[],
  issues: z.RefinementCtx,
): void {
  for (const [index, { date }] of exceptions.entries()) {
    const path = [index, 'date']
    if (!CalendarDate.safeParse(date).success) continue
    if (!isSecondThursday(date)) {
      const message = 'Choose the second Thursday of a month.'
      issues.addIssue({ code: 'custom', path, message })
    } else if (exceptions.findIndex((other) => other.date === date) !== index) {
      issues.addIssue({ code: 'custom', path, message: 'This day has an exception already.' })
    }
  }
}

/** The settings of the site that every page reads. */
export const WebsiteSettings = z.object({
  siteTitle: z.string(),
  logoUrl: z.string().nullable(),
  footerImage1: z.string().nullable(),
  footerImage2: z.string().nullable(),
  /** Shown as the help contact; null shows none. */
  helpEmail: z.string().nullable(),
  /** The community's IANA time zone, for shared content. */
  timeZone: z.string(),
  /** Hours within which guidance is meant to be answered. */
  answerPromiseHours: z.int(),
  /** What the team can't keep to itself, as people read it before they ask for guidance. */
  confidentialityLimit: z.string(),
  /** Whether everyone who joins has to confirm that they are 18 or older. */
  adultsOnly: z.boolean(),
  /** If empty, the built-in ones of the United States are used. */
  helplines: z.array(Helpline),
  coaching: CoachingSchedule,
  membershipProductId: z.int(),
  /** The currency of all prices; it can't change once something was sold. */
  currency: z.enum(CURRENCIES),
  /** When the backup was made that the site was restored from, until an operator confirms it. */
  restoredFrom: z.string().nullable(),
})
export type WebsiteSettings = z.infer<typeof WebsiteSettings>

const SavedSettings = WebsiteSettings.extend({ version: z.string() })

/** The address of an uploaded image, as the upload calls return it. */
const ImageUrl = z
  .string()
  .regex(/^\/api\/images\/[0-9a-f]{64}\.webp$/, 'Upload the image first.')
  .nullable()

/** The fields that an administrator can set. */
export const SettingsFields = z.object({
  siteTitle: requiredLine({
    required: 'Site title is required',
    max: SETTINGS_LIMITS.siteTitle,
    tooLong: 'The site title must be 40 characters or less.',
  }),
  logoUrl: ImageUrl,
  footerImage1: ImageUrl,
  footerImage2: ImageUrl,
  helpEmail: Email.nullable(),
  timeZone: TimeZone,
  answerPromiseHours: z
    .int('Enter whole hours.')
    .min(1, 'Enter at least one hour.')
    .max(SETTINGS_LIMITS.answerPromise, 'Enter at most two weeks, which are 336 hours.'),
  confidentialityLimit: requiredLine({
    required: 'Say what you can’t keep to yourselves.',
    max: SETTINGS_LIMITS.confidentiality,
    tooLong: 'The sentence must be 200 characters or less.',
  }),
  adultsOnly: z.boolean(),
  helplines: z.array(Helpline).max(SETTINGS_LIMITS.helplines, 'Give at most five helplines.'),
  coaching: CoachingSchedule.extend({
    exceptions: CoachingSchedule.shape.exceptions.superRefine(checkExceptions),
  }),
  membershipProductId: Id,
  currency: z.enum(CURRENCIES, 'Choose a currency.'),
})

/** Any of the settings; those left out stay as they are. */
export const WebsiteSettingsInput = SettingsFields.partial()
export type WebsiteSettingsInput = z.infer<typeof WebsiteSettingsInput>

const imageFile = {
  maxBytes: SETTINGS_LIMITS.imageBytes,
  description: 'PNG, JPEG, WebP, AVIF or GIF.',
}
const UploadedImage = z.object({ url: z.string() })

export const settingsEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/website-settings',
    who: 'any',
    summary: 'The site’s title, images, help address and more.',
    response: SavedSettings,
    topics: ['settings'],
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/admin/website-settings',
    who: 'settings',
    summary: 'Changes any of the settings.',
    body: WebsiteSettingsInput.extend({ version: Version }),
    response: SavedSettings,
  }),
  uploadLogo: defineEndpoint({
    method: 'POST',
    path: '/api/admin/upload-logo',
    who: 'settings',
    summary: 'Stores a logo. To use it, save the settings with its address.',
    form: { fields: z.object({}), files: { logo: imageFile } },
    response: UploadedImage,
  }),
  uploadFooterImage: defineEndpoint({
    method: 'POST',
    path: '/api/admin/upload-footer-image',
    who: 'settings',
    summary: 'Stores a footer image. To use it, save the settings with its address.',
    form: { fields: z.object({}), files: { image: imageFile } },
    response: UploadedImage,
  }),
  removeFooterImage: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/website-settings/footer-image/:number',
    who: 'settings',
    summary: 'Removes a footer image.',
    params: z.object({ number: z.enum(['1', '2'], 'There are two footer images.') }),
    response: SavedSettings,
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/api/images/:name',
    who: 'any',
    summary: 'An image of the site.',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'No such image.') }),
    response: 'image',
  }),
}
