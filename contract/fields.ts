import { z } from 'zod'

/** What the database stores: no NUL, and no half of a character that takes two places. */
export const STORABLE = /^[^\0\p{Cs}]*$/u

/**
 * A trimmed text that must hold something. `required` is the sentence when it does not, `missing`
 * the one when there is no text at all.
 */
export function requiredText(input: {
  required: string
  missing?: string
  max: number
  tooLong: string
}): z.ZodString {
  return z
    .string(input.missing ?? input.required)
    .trim()
    .min(1, input.required)
    .max(input.max, input.tooLong)
    .regex(STORABLE, 'This text holds a character that cannot be stored.')
}

/** An integer id in a path or query, as the database issues them. */
export const Id = z.coerce
  .number('This id is not a number.')
  .int('This id is not a number.')
  .min(1, 'This id is not a number.')
  .max(2_147_483_647, 'This id is not a number.')

export const IdParams = z.object({ id: Id })

/** A moment in UTC, ISO 8601. */
export const Instant = z.iso.datetime()

/** A day of the calendar, `YYYY-MM-DD`, that exists. */
export const CalendarDate = z.iso
  .date('Enter a date as YYYY-MM-DD.')
  // The calendar has no year 0, and neither has the database.
  .refine((date) => date >= '0001', 'Enter a date as YYYY-MM-DD.')

/**
 * Which day of the caller something belongs to. `madeAt` is the moment it was done, for what is sent
 * later; the server finds its day. `date` names a day instead: today or, until noon, yesterday.
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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** A time of day, `HH:MM` from 00:00 to 23:59. */
export const ClockTime = z
  .string('Enter a time as HH:MM.')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM.')

/** The paging of every list: pages from 1, 1 to 100 entries each. */
export const PageQuery = z.object({
  page: z.coerce
    .number('The page is a number from 1.')
    .int('The page is a number from 1.')
    .min(1, 'The page is a number from 1.')
    .max(10_000_000, 'There are not that many pages.')
    .default(1),
  pageSize: z.coerce
    .number('A page holds 1 to 100 entries.')
    .int('A page holds 1 to 100 entries.')
    .min(1, 'A page holds 1 to 100 entries.')
    .max(100, 'A page holds 1 to 100 entries.')
    .default(50),
})
export type PageQuery = z.infer<typeof PageQuery>
