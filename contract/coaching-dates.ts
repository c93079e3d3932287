import { addDays, type DateText, weekdayOf } from './logical-date.ts'
import type { CoachingSchedule } from './settings.ts'

const THURSDAY = 4

/** A day on which a session is held. */
export interface CoachingDay {
  /** The second Thursday that the session belongs to; each has at most one. */
  original: DateText
  /** The day it is held on. */
  date: DateText
}

/** The next `count` second Thursdays, starting on or after `from`. */
export function secondThursdays(from: DateText, count: number): DateText[] {
  const days: DateText[] = []
  for (let month = from.slice(0, 7); days.length < count; month = monthAfter(month)) {
    const day = secondThursdayOf(month)
    if (day >= from) days.push(day)
  }
  return days
}

/**
 * The sessions held from one day to another, both included, in order. If a day has two exceptions,
 * the first applies. An exception for a day that isn't a second Thursday is ignored.
 */
export function coachingDays(
  { exceptions }: Pick<CoachingSchedule, 'exceptions'>,
  { from, to }: { from: DateText; to: DateText },
): CoachingDay[] {
  const changed = new Map(exceptions.toReversed().map(({ date, movedTo }) => [date, movedTo]))
  // A session from outside this period can be moved into it.
  const moved = [...changed.keys()].filter(isSecondThursday)
  const regular = secondThursdaysBetween(from, to)
  return [...new Set([...regular, ...moved])]
    .map((original) => ({ original, date: heldOn(original, changed) }))
    .filter((day): day is CoachingDay => day.date !== null && day.date >= from && day.date <= to)
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.original, b.original))
}

/** @param date a valid date */
export function isSecondThursday(date: DateText): boolean {
  return date === secondThursdayOf(date.slice(0, 7))
}

function heldOn(
  original: DateText,
  changed: ReadonlyMap<DateText, DateText | null>,
): DateText | null {
  const movedTo = changed.get(original)
  return movedTo === undefined ? original : movedTo
}

function secondThursdaysBetween(from: DateText, to: DateText): DateText[] {
  const days: DateText[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) {
    days.push(secondThursdayOf(month))
  }
  return days
}

/** @param month `YYYY-MM` */
function secondThursdayOf(month: string): DateText {
  const first = `${month}-01`
  return addDays(first, ((THURSDAY - weekdayOf(first) + 7) % 7) + 7)
}

function monthAfter(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
