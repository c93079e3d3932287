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

/** '5 minutes ago', 'yesterday', 'in 2 weeks'; 'now' within a minute. Days are calendar days. */
export function relativeTime(date: Date, now: Date, locale?: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) < length) continue
    if (unit === 'day') return format.format(calendarDays(now, date), unit)
    return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

/** The number of midnights between two dates; negative if `to` is earlier. */
function calendarDays(from: Date, to: Date): number {
  const dayOf = (date: Date): number =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 1000 / DAY
  return dayOf(to) - dayOf(from)
}

/** Date and time in full: 'Tuesday, March 3, 2026 at 6:15 AM'. */
export function fullDateTime(date: Date, locale?: string, timeZone?: string): string {
  return date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
}

/** The long form of a day: 'Tuesday, March 3, 2026'. */
export function longDate(date: Date, locale?: string, timeZone?: string): string {
  return date.toLocaleDateString(locale, { dateStyle: 'full', timeZone })
}

/** The long form of a calendar day, `YYYY-MM-DD`. */
export function longDay(day: string, locale?: string): string {
  return longDate(new Date(`${day}T12:00:00Z`), locale, 'UTC')
}
