import { z } from 'zod'
import { Email } from './accounts.ts'
import { isSecondThursday } from './coaching-dates.ts'
import { CURRENCIES } from './currencies.ts'
import { defineEndpoint } from './endpoint.ts'
import { CalendarDate, ClockTime, Id, requiredLine, TimeZone } from './fields.ts'

export const SETTINGS_LIMITS = {
  siteTitle: 40,
  helplines: 5,
  imageBytes: 10 * 1024 * 1024,
  /** Hours. */
  answerPromise: 336,
  coachingExceptions: 24,
} as const

/** A line of help that people in danger are shown. At least one way to reach it. */
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
    /** Takes text messages. */
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
    message: 'Give a phone number, a number for messages or an address.',
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
        /** The day it is held on instead; null when it is left out. */
        movedTo: CalendarDate.nullable(),
      }),
    )
    .max(SETTINGS_LIMITS.coachingExceptions, 'There are too many exceptions.'),
})
export type CoachingSchedule = z.infer<typeof CoachingSchedule>

/** Each exception is for a second Thursday that exists, and each of those has one at most. */
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

/** What every page reads about the site. */
export const WebsiteSettings = z.object({
  siteTitle: z.string(),
  logoUrl: z.string().nullable(),
  footerImage1: z.string().nullable(),
  footerImage2: z.string().nullable(),
  /** Shown as the help contact; its line is left out while it is unset. */
  helpEmail: z.string().nullable(),
  /** The community's IANA time zone, for shared content. */
  timeZone: z.string(),
  /** Hours within which guidance is meant to be answered. */
  answerPromiseHours: z.int(),
  /** Empty: the built-in ones of the United States. */
  helplines: z.array(Helpline),
  coaching: CoachingSchedule,
  membershipProductId: z.int(),
  /** Of all prices; it stays once something was sold. */
  currency: z.enum(CURRENCIES),
  /** When the backup was made that the site came out of, until an operator confirms the site. */
  restoredFrom: z.string().nullable(),
})
export type WebsiteSettings = z.infer<typeof WebsiteSettings>

/** An image of ours, as the upload calls answer it. */
const ImageUrl = z
  .string()
  .regex(/^\/api\/images\/[0-9a-f]{64}\.webp$/, 'Upload the image first.')
  .nullable()

/** What an administrator sets. */
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
    .min(1, 'Promise at least one hour.')
    .max(SETTINGS_LIMITS.answerPromise, 'Promise at most two weeks.'),
  helplines: z.array(Helpline).max(SETTINGS_LIMITS.helplines, 'Give at most five helplines.'),
  coaching: CoachingSchedule.extend({
    exceptions: CoachingSchedule.shape.exceptions.superRefine(checkExceptions),
  }),
  membershipProductId: Id,
  currency: z.enum(CURRENCIES, 'Choose a currency.'),
})

/** Any of the settings; what is left out stays. */
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
    summary: 'Title, images, help address and more of the site.',
    response: WebsiteSettings,
    topics: ['settings'],
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/admin/website-settings',
    who: 'settings',
    summary: 'Changes any of the settings.',
    body: WebsiteSettingsInput,
    response: WebsiteSettings,
  }),
  uploadLogo: defineEndpoint({
    method: 'POST',
    path: '/api/admin/upload-logo',
    who: 'settings',
    summary: 'Stores a logo; saving the settings with its address puts it in place.',
    form: { fields: z.object({}), files: { logo: imageFile } },
    response: UploadedImage,
  }),
  uploadFooterImage: defineEndpoint({
    method: 'POST',
    path: '/api/admin/upload-footer-image',
    who: 'settings',
    summary: 'Stores a footer image; saving the settings with its address puts it in place.',
    form: { fields: z.object({}), files: { image: imageFile } },
    response: UploadedImage,
  }),
  removeFooterImage: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/website-settings/footer-image/:number',
    who: 'settings',
    summary: 'Takes a footer image away.',
    params: z.object({ number: z.enum(['1', '2'], 'There are two footer images.') }),
    response: WebsiteSettings,
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
