import { HOUR_MS } from '#contract/durations.ts'
import {
  addDays,
  type DateText,
  logicalDate,
  nextDayStart,
  weekdayOf,
} from '#contract/logical-date.ts'
import { type ClockText, runInstant } from '#server/domain/schedule.ts'
import { LATEST_MS } from './policy.ts'

/** The time zone in which each day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati'
/** The longest time, in ms, from the first zone to the last. */
const SPAN_MS = 27 * HOUR_MS

function clockOf(hour: number): ClockText {
  return `${String(hour).padStart(2, '0')}:00`
}

/** When a time zone gets a mailing. Zones whose moment is too long ago have none. */
export interface Due {
  timeZone: string
  at: Date
}

/**
 * When each time zone gets the daily message of the community's current day: at the hour on its own
 * clocks, while it is that day in the community. In distant zones that can be the date before or
 * after. A zone whose clocks change can have two such moments (the first counts) or none.
 */
export function dailyDues(input: {
  zones: readonly string[]
  hour: number
  communityZone: string
  now: Date
}): Due[] {
  const { zones, hour, communityZone, now } = input
  const day = logicalDate(now, communityZone)
  const end = nextDayStart(now, communityZone)
  return zones.flatMap((timeZone) => {
    const at = [-2, -1, 0, 1, 2]
      .map((days) => runInstant(addDays(day, days), clockOf(hour), timeZone))
      .find((instant) => instant < end && logicalDate(instant, communityZone) === day)
    return at && isInTime(at, now) ? [{ timeZone, at }] : []
  })
}

function isInTime(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() <= LATEST_MS
}

/** A weekly digest: the stories approved in the seven days before its first recipients get it. */
export interface Digest {
  /** The date in each recipient's own time zone on which they get it. */
  date: DateText
  since: Date
  until: Date
}

/** The digest that is due in some time zone right now, if any. */
export function currentDigest(input: {
  weekday: number
  hour: number
  now: Date
}): Digest | undefined {
  const { weekday, hour, now } = input
  const today = logicalDate(now, 'UTC')
  const date = [-2, -1, 0, 1, 2]
    .map((days) => addDays(today, days))
    .filter((candidate) => weekdayOf(candidate) === weekday)
    .find((candidate) => {
      const passed = now.getTime() - firstMoment(candidate, hour).getTime()
      return passed >= 0 && passed <= SPAN_MS + LATEST_MS
    })
  if (!date) return undefined
  return { date, since: firstMoment(addDays(date, -7), hour), until: firstMoment(date, hour) }
}

/** The digest of a date. */
export function digestOf(date: DateText, hour: number): Digest {
  return { date, since: firstMoment(addDays(date, -7), hour), until: firstMoment(date, hour) }
}

function firstMoment(date: DateText, hour: number): Date {
  return runInstant(date, clockOf(hour), FIRST_ZONE)
}

/** When each time zone gets a digest. */
export function digestDues(input: {
  zones: readonly string[]
  hour: number
  date: DateText
  now: Date
}): Due[] {
  const { zones, hour, date, now } = input
  return zones
    .map((timeZone) => ({ timeZone, at: runInstant(date, clockOf(hour), timeZone) }))
    .filter(({ at }) => isInTime(at, now))
}
