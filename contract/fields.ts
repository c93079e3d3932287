import { z } from 'zod'
import { RIGHTS } from './rights.ts'
import { isWithinLength } from './text-length.ts'
import { isTimeZone } from './time-zone.ts'
import { isReadable } from './visible.ts'

/** Text that the database can store: no NUL, and no lone surrogate. */
export const STORABLE = /^[^\0\p{Cs}]*$/u

/** A trimmed text. One with nothing to read, such as a zero-width space, is empty. */
export function readableText(missing: string): z.ZodString {
  return z
    .string(missing)
    .trim()
    .overwrite((text) => (isReadable(text) ? text : ''))
}

/**
 * A trimmed text of at most `max` characters that may be empty. `missing` is the sentence if there
 * is no text at all.
 */
export function limitedText(input: {
  missing?: string
  max: number
  tooLong: string
}): z.ZodString {
  return readableText(input.missing ?? 'Enter a text.')
    .refine((text) => isWithinLength(text, input.max), input.tooLong)
    .regex(STORABLE, 'This text has a character that can’t be stored.')
}

/**
 * A trimmed text with something to read. `required` is the sentence if there is nothing, `missing`
 * the one if there is no text at all.
 */
export function requiredText(input: {
  required: string
  missing?: string
  max: number
  tooLong: string
}): z.ZodString {
  return readableText(input.missing ?? input.required)
    .min(1, input.required)
    .refine((text) => isWithinLength(text, input.max), input.tooLong)
    .regex(STORABLE, 'This text has a character that can’t be stored.')
}

const NOT_ONE_LINE = 'Enter a single line of text.'
/** No line breaks or separators, no other control characters, no lone surrogates. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u

/**
 * `requiredText` on a single line, for titles, names, subjects and tags: they end up in email
 * headers, file names and list rows.
 */
export function requiredLine(input: Parameters<typeof requiredText>[0]): z.ZodString {
  return requiredText(input).regex(ONE_LINE, NOT_ONE_LINE)
}

/** A trimmed single line that may be empty. */
export function optionalLine(max: number, tooLong: string): z.ZodString {
  return limitedText({ max, tooLong }).regex(ONE_LINE, NOT_ONE_LINE)
}

/**
 * A whole number as JSON or, in paths, queries and forms, as decimal digits. `0x1`, `1e0`, ` 1`,
 * `01` and `true` are refused. `outside` is the sentence for a number out of range.
 */
export function wholeNumber(
  { min, max, outside }: { min: number; max: number; outside?: string },
  sentence: string,
): z.ZodType<number, number | string> {
  const inRange = z
    .int(sentence)
    .min(min, outside ?? sentence)
    .max(max, outside ?? sentence)
  const digits = z.string().regex(/^(0|-?[1-9]\d{0,9})$/)
  return z.union([inRange, digits.transform(Number).pipe(inRange)], sentence)
}

/** An integer id from the database. */
export const Id = wholeNumber({ min: 1, max: 2_147_483_647 }, 'This id is not a number.')

/**
 * The `version` of what a page showed before it was edited; empty if there was nothing yet. If what
 * is saved has changed since then, the call answers 409 with the newer value. Left out by clients
 * that replace whatever is there.
 */
export const Version = z.string().max(400).optional()

/** Something that can be edited, as it is shown. */
export type Versioned<T> = T & { version: string }

export const IdParams = z.object({ id: Id })

/** See `rights.ts`. */
export const RightName = z.enum(RIGHTS, 'There is no such right.')

/** A moment in UTC, ISO 8601. */
export const Instant = z.iso.datetime()

/** A valid calendar date, `YYYY-MM-DD`. */
export const CalendarDate = z.iso
  .date('Enter a date as YYYY-MM-DD.')
  // Neither the calendar nor the database has a year 0.
  .refine((date) => date >= '0001', 'Enter a date as YYYY-MM-DD.')

/**
 * Which of the caller's days something belongs to. `madeAt` is when it was done, for calls sent
 * later; the server finds the day. `date` names a day instead: today or, until noon, yesterday.
 */
export const DayStamp = z.object({
  date: CalendarDate.optional(),
  madeAt: z.iso.datetime('Enter a moment in UTC.').optional(),
})
export type DayStamp = z.infer<typeof DayStamp>

/** An IANA time zone name that this runtime knows, such as `America/Chicago`. */
export const TimeZone = z
  .string('Choose a time zone.')
  .max(64, 'Choose a time zone.')
  .refine(isTimeZone, 'Choose a time zone.')

/** A time of day, `HH:MM` from 00:00 to 23:59. */
export const ClockTime = z
  .string('Enter a time as HH:MM.')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM.')

/** 0 for Sunday to 6 for Saturday. */
export const Weekday = z
  .int('Choose days of the week.')
  .min(0, 'Choose days of the week.')
  .max(6, 'Choose days of the week.')

/** The paging of every list: pages from 1, 1 to 100 entries each. */
export const PageQuery = z.object({
  page: wholeNumber({ min: 1, max: 10_000_000 }, 'The page is a number from 1.').default(1),
  pageSize: wholeNumber({ min: 1, max: 100 }, 'A page has 1 to 100 entries.').default(50),
})
export type PageQuery = z.infer<typeof PageQuery>

/** A search in a list: part of a name, an address or a title. */
export const SearchText = z
  .string()
  .trim()
  .max(254, 'Search for at most 254 characters.')
  .regex(STORABLE, 'This search has a character that can’t be stored.')

/** A date in this millennium, so the days before and after it are valid too. */
const RecentDate = CalendarDate.refine(
  (date) => date >= '2000' && date < '3000',
  'Choose a date from 2000 to 2999.',
)

/** Dates in the community's time zone, both included; open-ended if one is left out. */
export const DateRange = z.object({
  from: RecentDate.optional(),
  to: RecentDate.optional(),
})
export type DateRange = z.infer<typeof DateRange>
