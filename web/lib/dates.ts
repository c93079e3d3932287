import { daysBetween, wallTime } from '#contract/logical-date.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Each unit with its length in seconds, largest first. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

/** The server has readers in many languages and zones. */
const MOST_FORMATTERS = 500

/** Where dates are read. */
export interface DateLocale {
  /** A BCP 47 tag. */
  locale: string
  /** An IANA time zone. */
  timeZone: string
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** '5 minutes ago', 'yesterday', 'in 2 weeks'; 'now' within a minute. Days are calendar days. */
export function relativeTime(date: Date, now: Date, { locale, timeZone }: DateLocale): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
  if (unit === 'second') return relativeUnits(0, unit, locale)
  if (unit !== 'day') return relativeUnits(Math.trunc(seconds / length), unit, locale)
  const dayOf = (instant: Date): string => wallTime(instant, timeZone).date
  return relativeUnits(daysBetween(dayOf(now), dayOf(date)), unit, locale)
}

/** 'yesterday' for -1 day, 'in 2 weeks' for 2 weeks; with `always`, '1 day ago'. */
export function relativeUnits(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  locale: string,
  numeric: 'auto' | 'always' = 'auto',
): string {
  return formatterOf(
    relativeFormats,
    `${locale} ${numeric}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric }),
  ).format(count, unit)
}

/** From here on, weeks are hard to picture. */
const MOST_WEEKS = 9
const MOST_DAYS = 13
/** A date so far away needs its year. */
const MOST_DAYS_WITHOUT_YEAR = 270

/** 'Jan 14', or 'Jan 14, 2029' if that is far away. */
export function nearbyDay(date: Date, now: Date, dates: DateLocale): string {
  const isFar = Math.abs(daysUntil(date, now, dates)) > MOST_DAYS_WITHOUT_YEAR
  const year = isFar ? ({ year: 'numeric' } as const) : {}
  return formatDate(date, dates, { month: 'short', day: 'numeric', ...year })
}

/** How far away a day is, in units that are easy to picture: 'in 7 weeks', '2 days ago', 'today'. */
export function daysAway(date: Date, now: Date, dates: DateLocale): string {
  const { locale } = dates
  const days = daysUntil(date, now, dates)
  const weeks = Math.round(days / 7)
  const months = Math.round((days * 12) / 365.25)
  if (Math.abs(days) <= 1) return relativeUnits(days, 'day', locale)
  if (Math.abs(days) <= MOST_DAYS) return relativeUnits(days, 'day', locale, 'always')
  if (Math.abs(weeks) <= MOST_WEEKS) return relativeUnits(weeks, 'week', locale, 'always')
  if (Math.abs(months) < 24) return relativeUnits(months, 'month', locale, 'always')
  return relativeUnits(Math.trunc(months / 12), 'year', locale, 'always')
}

function daysUntil(date: Date, now: Date, { timeZone }: DateLocale): number {
  return daysBetween(wallTime(now, timeZone).date, wallTime(date, timeZone).date)
}

/** Date and time in full: 'Tuesday, March 3, 2026 at 6:15 AM'. */
export function fullDateTime(date: Date, dates: DateLocale): string {
  return formatDate(date, dates, { dateStyle: 'full', timeStyle: 'short' })
}

/** The long form of a day: 'Tuesday, March 3, 2026'. */
export function longDate(date: Date, dates: DateLocale): string {
  return formatDate(date, dates, { dateStyle: 'full' })
}

/** The long form of a calendar day, `YYYY-MM-DD`. */
export function longDay(day: string, locale: string): string {
  return formatDay(day, locale, { dateStyle: 'full' })
}

/** The day of an instant (ISO 8601), without the weekday: 'March 3, 2026'. */
export function dayText(instant: string, dates: DateLocale): string {
  return formatDate(new Date(instant), dates, { dateStyle: 'long' })
}

/** '6:15 AM'. */
export function clockTime(date: Date, dates: DateLocale): string {
  return formatDate(date, dates, { timeStyle: 'short' })
}

/** A calendar day, `YYYY-MM-DD`. */
export function formatDay(
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  return formatDate(new Date(`${day}T12:00:00Z`), { locale, timeZone: 'UTC' }, options)
}

export function formatDate(
  date: Date,
  dates: DateLocale,
  options: Intl.DateTimeFormatOptions,
): string {
  return dateFormat(dates, options).format(date)
}

export function dateFormat(
  { locale, timeZone }: DateLocale,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return formatterOf(
    dateFormats,
    `${locale} ${timeZone} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, { ...options, timeZone }),
  )
}

/** '1,204'. */
export function formatNumber(number: number, locale: string): string {
  return formatterOf(numberFormats, locale, () => new Intl.NumberFormat(locale)).format(number)
}

/** Caches formatters, because making one costs far more than using it. */
function formatterOf<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key)
  if (known) return known
  if (cache.size >= MOST_FORMATTERS) cache.clear()
  const formatter = make()
  cache.set(key, formatter)
  return formatter
}
