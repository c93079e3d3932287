import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { addDays, type DateText, logicalDate, wallTime } from '#contract/logical-date.ts'

/** A time of day, `HH:MM`, from `00:00` to `23:59`. */
export type ClockText = string

/** One run of something that happens every day at the same local time. */
export interface Run {
  at: Date
  /**
   * The calendar date that this run belongs to; each date has one. It is also the logical day that
   * the run is for: a time before the day's start prepares the day that is about to begin.
   */
  date: DateText
}

/** No zone is further from UTC than this. */
const FARTHEST_OFFSET_HOURS = 15
/** A zone that crosses the date line skips a whole date. */
const LONGEST_GAP_HOURS = 25

/**
 * The first instant at which clocks in the zone show this time or a later one on that date: for a
 * time that occurs twice, the first; for a time that is skipped, the first instant after the gap.
 */
export function runInstant(date: DateText, time: ClockText, timeZone: string): Date {
  const target = Date.parse(`${date}T${time}:00Z`)
  // Clocks change at most once in such a short time, so these are all the possible offsets.
  const shown = [-FARTHEST_OFFSET_HOURS, FARTHEST_OFFSET_HOURS]
    .map((hours) => target - offsetAt(target + hours * HOUR_MS, timeZone))
    .filter((instant) => offsetAt(instant, timeZone) === target - instant)
  return new Date(shown.length > 0 ? Math.min(...shown) : afterGap(target, timeZone))
}

/** The first run after the instant. */
export function nextRun(input: { localTime: ClockText; timeZone: string; after: Date }): Run {
  const { localTime, timeZone, after } = input
  let date = addDays(wallTime(after, timeZone).date, -1)
  for (;;) {
    const at = runInstant(date, localTime, timeZone)
    if (at > after) return { at, date }
    date = addDays(date, 1)
  }
}

/** The latest run due at or before the instant. */
export function latestRun(input: { localTime: ClockText; timeZone: string; until: Date }): Run {
  const { localTime, timeZone, until } = input
  let date = addDays(wallTime(until, timeZone).date, 1)
  for (;;) {
    const at = runInstant(date, localTime, timeZone)
    if (at <= until) return { at, date }
    date = addDays(date, -1)
  }
}

/** Whether the day of a run is the current one or has yet to begin. */
export function isDayOpen(run: Run, input: { now: Date; timeZone: string }): boolean {
  return run.date >= logicalDate(input.now, input.timeZone)
}

/** The UTC time of the next run. */
export function utcTimeOf(input: {
  localTime: ClockText
  timeZone: string
  after: Date
}): ClockText {
  return nextRun(input).at.toISOString().slice(11, 16)
}

/** The local time in the zone the next time UTC clocks show `utcTime`. */
export function localTimeOf(input: {
  utcTime: ClockText
  timeZone: string
  after: Date
}): ClockText {
  const { at } = nextRun({ localTime: input.utcTime, timeZone: 'UTC', after: input.after })
  const { hour, minute } = wallTime(at, input.timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** How far the zone is ahead of UTC, in milliseconds rounded to whole minutes. */
function offsetAt(instant: number, timeZone: string): number {
  return wallAt(instant, timeZone) - Math.floor(instant / MINUTE_MS) * MINUTE_MS
}

/** The zone's local time as if it were UTC, in milliseconds. */
function wallAt(instant: number, timeZone: string): number {
  const { date, hour, minute } = wallTime(new Date(instant), timeZone)
  return Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS + minute * MINUTE_MS
}

/** The first instant after the gap that contains a skipped time. */
function afterGap(target: number, timeZone: string): number {
  let before = target - FARTHEST_OFFSET_HOURS * HOUR_MS
  let after = target + (FARTHEST_OFFSET_HOURS + LONGEST_GAP_HOURS) * HOUR_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallAt(middle, timeZone) < target) before = middle
    else after = middle
  }
  return after
}
