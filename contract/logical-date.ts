import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** The hour, in local time, at which a day begins (member document, section 9). */
export const DAY_STARTS_AT_HOUR = 3

/** A calendar date, `YYYY-MM-DD`. */
export type DateText = string

/** Clocks are never turned back by more than this, nor twice within it. */
const LONGEST_TURN_BACK_MS = 6 * HOUR_MS
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Date and time of day as a clock in the time zone shows them. */
export interface WallTime {
  date: DateText
  hour: number
  minute: number
}

/**
 * The day that an instant belongs to in an IANA time zone: from 03:00 local time to the next 03:00.
 * Server and pages both use it, so the day changes for both at the same moment.
 */
export function logicalDate(instant: Date, timeZone: string): DateText {
  const { date, hour } = wallTime(instant, timeZone)
  if (hour >= DAY_STARTS_AT_HOUR || hasBegun(date, instant, timeZone)) return date
  return addDays(date, -1)
}

/**
 * The first millisecond of the logical day after the one that `instant` belongs to. Clocks are set
 * on whole minutes, so days begin on them too.
 */
export function nextDayStart(instant: Date, timeZone: string): Date {
  const today = logicalDate(instant, timeZone)
  let before = Math.floor(instant.getTime() / MINUTE_MS)
  let after = before + (2 * DAY_MS) / MINUTE_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (logicalDate(new Date(middle * MINUTE_MS), timeZone) === today) before = middle
    else after = middle
  }
  return new Date(after * MINUTE_MS)
}

/**
 * Whether clocks that now show a time before 03:00 already showed 03:00 on this date before they
 * were turned back, as in Chatham from 03:45 to 02:45. A day that has begun doesn't end again.
 */
function hasBegun(date: DateText, instant: Date, timeZone: string): boolean {
  const earlier = new Date(instant.getTime() - LONGEST_TURN_BACK_MS)
  const start = new Date(
    wallMs({ date, hour: DAY_STARTS_AT_HOUR, minute: 0 }) - offsetMs(earlier, timeZone),
  )
  if (start > instant) return false
  const shown = wallTime(start, timeZone)
  return shown.date === date && shown.hour >= DAY_STARTS_AT_HOUR
}

/** How far clocks in the zone are ahead of UTC. */
function offsetMs(instant: Date, timeZone: string): number {
  const minute = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  return wallMs(wallTime(instant, timeZone)) - minute
}

/** The wall time in milliseconds, as if it were UTC. */
function wallMs({ date, hour, minute }: WallTime): number {
  return Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS
}

/** The date this many days later, or earlier for a negative number. */
export function addDays(date: DateText, days: number): DateText {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: DateText, to: DateText): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: DateText): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The time that clocks in the zone show at the instant. */
export function wallTime(instant: Date, timeZone: string): WallTime {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
    minute: Number(parts.get('minute')),
  }
}

/** Caches formatters, because making one costs far more than using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
