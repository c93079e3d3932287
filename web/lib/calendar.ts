import { addDays, type DateText, weekdayOf } from '#contract/logical-date.ts'
import { formatDay } from '#web/lib/dates.ts'

/** A month of the calendar, `YYYY-MM`. */
export type MonthText = string

export function monthOf(date: DateText): MonthText {
  return date.slice(0, 7)
}

/** The month `months` later, or earlier if the number is negative. */
export function addMonths(month: MonthText, months: number): MonthText {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The first and the last day of a month. */
export function monthRange(month: MonthText): { from: DateText; to: DateText } {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/**
 * The weeks of a month as rows of seven, with null where a day belongs to another month. Weeks
 * begin on `firstWeekday`, 0 for Sunday to 6 for Saturday.
 */
export function monthWeeks(month: MonthText, firstWeekday: number): (DateText | null)[][] {
  const { from, to } = monthRange(month)
  const before = (weekdayOf(from) - firstWeekday + 7) % 7
  const weeks: (DateText | null)[][] = []
  for (let first = addDays(from, -before); first <= to; first = addDays(first, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(first, index))
    weeks.push(days.map((day) => (monthOf(day) === month ? day : null)))
  }
  return weeks
}

interface WeekInfo {
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number
}

/** The first day of the week in a locale, 0 for Sunday. Sunday if the browser doesn't know. */
export function firstWeekdayOf(locale: string): number {
  // Not every browser has `getWeekInfo`, and TypeScript's library doesn't declare it.
  const known = new Intl.Locale(locale) as { getWeekInfo?: () => WeekInfo }
  return (known.getWeekInfo?.().firstDay ?? 7) % 7
}

/** The full and short names of the weekdays, starting with `firstWeekday`. */
export function weekdayNames(
  firstWeekday: number,
  locale: string,
): { full: string; short: string }[] {
  const sunday = '2026-03-01'
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(sunday, firstWeekday + index)
    return {
      full: formatDay(day, locale, { weekday: 'long' }),
      short: formatDay(day, locale, { weekday: 'short' }),
    }
  })
}

/** 'March 2026'. */
export function monthName(month: MonthText, locale: string): string {
  return formatDay(`${month}-01`, locale, { month: 'long', year: 'numeric' })
}

/** 'March 3'. */
export function shortDay(date: DateText, locale: string): string {
  return formatDay(date, locale, { month: 'long', day: 'numeric' })
}
