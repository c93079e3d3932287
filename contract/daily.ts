import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import {
  CalendarDate,
  ClockTime,
  Instant,
  limitedText,
  optionalLine,
  requiredText,
  TimeZone,
  Version,
} from './fields.ts'

export const DAILY_LIMITS = {
  /** Characters of HTML. */
  content: 50_000,
  altText: 300,
  imageBytes: 10 * 1024 * 1024,
  prompt: 4_000,
  /** How many days ahead content can be scheduled. */
  daysAhead: 366,
} as const

/** Where the generated text goes in `dailyMessagePrompt`. */
export const AI_RESPONSE_PLACE = '{ai_response}'

export const DailyType = z.enum(['message', 'reflection'], 'Choose message or reflection.')
export type DailyType = z.infer<typeof DailyType>

/** Written by the team or the AI provider, or taken from the built-in library. */
export const DailySource = z.enum(['manual', 'provider', 'library'])
export type DailySource = z.infer<typeof DailySource>

/** `image` content is an `<img>` of an uploaded image, with its alt text. */
export const DailyFormat = z.enum(['text', 'image'], 'Choose text or image.')
export type DailyFormat = z.infer<typeof DailyFormat>

/** Sanitized HTML. */
export const DailyContent = z.object({ content: z.string() })
export type DailyContent = z.infer<typeof DailyContent>

export const BusinessWord = z.object({
  word: z.string(),
  meaning: z.string(),
  example: z.string(),
})
export type BusinessWord = z.infer<typeof BusinessWord>

/** A Bible quotation with its reference. */
export const DailyVerse = z.object({ text: z.string(), reference: z.string() })
export type DailyVerse = z.infer<typeof DailyVerse>

export const DailyPage = z.object({
  date: z.string(),
  /** The community's current logical date. */
  today: z.string(),
  message: DailyContent.nullable(),
  reflection: DailyContent.nullable(),
  word: BusinessWord,
  /** A verse that the day's message or reflection quotes word for word, or one from the library. */
  verse: DailyVerse,
  /** The nearest days before and after with a message or a reflection; never a future day. */
  previousDate: z.string().nullable(),
  nextDate: z.string().nullable(),
})
export type DailyPage = z.infer<typeof DailyPage>

/** A quotation found in a text, compared with the bundled World English Bible. */
export const Quotation = z.object({
  /** As written in the text, without quotation marks. */
  text: z.string(),
  /** As written in the text; null if the quotation has none. */
  reference: z.string().nullable(),
  /**
   * `matches`: word for word. `differs`: from the verses of its reference, or that doesn't exist.
   * `unknown`: it has no reference and isn't in the Bible.
   */
  status: z.enum(['matches', 'differs', 'unknown']),
  /** The text of the reference's verses, if they exist and are not too long. */
  expected: z.string().nullable(),
})
export type Quotation = z.infer<typeof Quotation>

export const GeneratedContent = z.object({
  type: DailyType,
  /** Sanitized HTML. */
  content: z.string(),
  source: DailySource,
  /** The text's key in the library, so `publish` can record that it was shown; null if generated. */
  libraryKey: z.string().nullable(),
  quotations: z.array(Quotation),
  /**
   * Why the text is from the library although an AI provider is set up, or why a message that
   * nobody reviews has no prompt; otherwise null.
   */
  fallbackReason: z.string().nullable(),
})
export type GeneratedContent = z.infer<typeof GeneratedContent>

/** Content published or scheduled for one day, as administrators see it. */
export const AdminDailyContent = z.object({
  date: z.string(),
  type: DailyType,
  format: DailyFormat,
  content: z.string(),
  source: DailySource,
  quotations: z.array(Quotation),
  updatedAt: Instant,
  version: z.string(),
})
export type AdminDailyContent = z.infer<typeof AdminDailyContent>

export const AdminDailyOverview = z.object({
  today: z.string(),
  /** The content of today and all later days, by date, message before reflection. */
  entries: z.array(AdminDailyContent),
})
export type AdminDailyOverview = z.infer<typeof AdminDailyOverview>

/** A month of the calendar. */
const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM.')
  .refine((month) => month >= '0001' && month < '9999', 'Enter a month as YYYY-MM.')

/** Which content each day of a month has. */
export const DailyCalendar = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** The community's current logical date. */
  today: z.string(),
  /** By date; days without content are left out. */
  days: z.array(z.object({ date: z.string(), types: z.array(DailyType) })),
  /** Whether missing content is generated on its day. */
  autoGenerate: z.boolean(),
})
export type DailyCalendar = z.infer<typeof DailyCalendar>

/** A trimmed text that may be empty. */
function freeText(max: number, tooLong: string): z.ZodString {
  return limitedText({ max, tooLong })
}

const hasOnePlace = (prompt: string): boolean => prompt.split(AI_RESPONSE_PLACE).length === 2

export const AdminSettingsInput = z.object({
  autoGenerate: z.boolean('Choose whether content is generated automatically.'),
  /** HH:MM in UTC. */
  generateTime: ClockTime,
  /** HH:MM in the community's time zone; used instead of `generateTime` if both are given. */
  localGenerateTime: ClockTime.optional(),
  dailyMessagePrompt: requiredText({
    required: 'Daily message prompt is required',
    max: DAILY_LIMITS.prompt,
    tooLong: 'The prompt must be 4,000 characters or less.',
  }).refine(hasOnePlace, 'The daily message prompt must contain {ai_response} exactly once.'),
  agentStyle: freeText(DAILY_LIMITS.prompt, 'The style must be 4,000 characters or less.'),
  reflectionPrompt: freeText(DAILY_LIMITS.prompt, 'The prompt must be 4,000 characters or less.'),
})
export type AdminSettingsInput = z.infer<typeof AdminSettingsInput>

/** The last scheduled run. */
export const DailyRun = z.object({
  /** The day the content was for. */
  date: z.string(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Null if the day already had content, or the run has not finished. */
  messageSource: DailySource.nullable(),
  reflectionSource: DailySource.nullable(),
  fallbackReason: z.string().nullable(),
})
export type DailyRun = z.infer<typeof DailyRun>

export const AdminSettings = z.object({
  autoGenerate: z.boolean(),
  generateTime: ClockTime,
  dailyMessagePrompt: z.string(),
  agentStyle: z.string(),
  reflectionPrompt: z.string(),
  /** The community's. */
  timeZone: TimeZone,
  localGenerateTime: ClockTime,
  /** Null while `autoGenerate` is off. */
  nextRunAt: Instant.nullable(),
  /** Whether an AI provider is set up; without one, library texts are used. */
  hasProvider: z.boolean(),
  /** The provider's model, for display. */
  model: z.string().nullable(),
  lastRun: DailyRun.nullable(),
  version: z.string(),
})
export type AdminSettings = z.infer<typeof AdminSettings>

const LibraryKey = z.string().regex(/^[\w-]{1,100}$/, 'There is no such text.')

/** The text of a message or a reflection. */
export const DailyText = requiredText({
  required: 'Content is required',
  max: DAILY_LIMITS.content,
  tooLong: 'This content is too long.',
})

export const dailyEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/daily',
    who: 'any',
    summary: 'Message, reflection and business word of a day; today without a date.',
    query: z.object({ date: CalendarDate.optional() }),
    response: DailyPage,
    topics: ['daily', 'settings'],
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/api/daily/images/:name',
    who: 'any',
    summary: 'An image of the daily content.',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'No such image.') }),
    response: 'image',
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/settings',
    who: 'daily',
    summary: 'How daily content is generated, and when the next run is.',
    response: AdminSettings,
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/admin/settings',
    who: 'daily',
    summary: 'Changes how daily content is generated.',
    body: AdminSettingsInput.extend({ version: Version }),
    response: AdminSettings,
    maxBodyBytes: bodyBytesFor(3 * DAILY_LIMITS.prompt),
  }),
  generate: defineEndpoint({
    method: 'POST',
    path: '/api/admin/generate-content',
    who: 'daily',
    summary: 'A draft by the AI provider or from the built-in library. Nothing is published.',
    body: z.object({
      type: DailyType,
      /** Library texts that the administrator has seen as drafts and skipped. */
      seenLibraryKeys: z.array(LibraryKey).max(500, 'These are too many texts.').default([]),
    }),
    response: GeneratedContent,
    maxBodyBytes: bodyBytesFor(DAILY_LIMITS.content),
  }),
  autoGenerate: defineEndpoint({
    method: 'POST',
    path: '/api/admin/daily/auto-generate',
    who: 'daily',
    summary:
      'Generates and publishes today’s message and reflection, in place of existing ones. A text with a quotation that does not match is replaced by one from the library, and a prompt with one is left out.',
    response: z.object({ message: GeneratedContent, reflection: GeneratedContent }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/api/admin/content/manual',
    who: 'daily',
    summary: 'Publishes a text or an image for today or a later day, in place of existing content.',
    form: {
      fields: z.object({
        type: DailyType,
        format: DailyFormat,
        /** For text: HTML, which is sanitized. */
        content: DailyText.optional(),
        /** Describes an image. Default: the name of its type; a blank text is refused. */
        altText: optionalLine(
          DAILY_LIMITS.altText,
          'The description must be 300 characters or less.',
        ).optional(),
        date: CalendarDate.optional(),
        /**
         * Where an unchanged draft came from; otherwise `manual`. `library` counts only for the
         * text that `libraryKey` names.
         */
        source: DailySource.default('manual'),
        /** The key of an unchanged draft from the library. */
        libraryKey: LibraryKey.optional(),
        version: Version,
      }),
      files: {
        content: {
          maxBytes: DAILY_LIMITS.imageBytes,
          description: 'For an image: PNG, JPEG, WebP, AVIF or GIF.',
        },
      },
    },
    response: AdminDailyContent,
    maxBodyBytes: bodyBytesFor(DAILY_LIMITS.content),
  }),
  overview: defineEndpoint({
    method: 'GET',
    path: '/api/admin/daily',
    who: 'daily',
    summary: 'Content published for today and scheduled for later days.',
    response: AdminDailyOverview,
  }),
  calendar: defineEndpoint({
    method: 'GET',
    path: '/api/admin/daily/calendar',
    who: 'daily',
    summary: 'Which days of a month have a message or a reflection.',
    query: z.object({ month: Month }),
    response: DailyCalendar,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/daily/:date/:type',
    who: 'daily',
    summary: 'Unpublishes content of today or a later day.',
    params: z.object({ date: CalendarDate, type: DailyType }),
    response: null,
  }),
  checkQuotations: defineEndpoint({
    method: 'POST',
    path: '/api/admin/check-quotations',
    who: 'daily',
    summary: 'Compares each quotation in a text with the bundled World English Bible.',
    body: z.object({ content: DailyText }),
    response: z.array(Quotation),
    maxBodyBytes: bodyBytesFor(DAILY_LIMITS.content),
  }),
}
