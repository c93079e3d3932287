import type { DailyType } from '#contract/daily.ts'
import { addDays, type DateText, weekdayOf } from '#contract/logical-date.ts'
import { addMonths, type MonthText, monthOf, monthRange } from '#web/lib/calendar.ts'

/** Days that are `past` or `too-far` can't get content. `unknown` until the server has answered. */
export type DayState = 'ready' | 'partial' | 'gap' | 'past' | 'too-far' | 'unknown'

/** @param input.last the last day that can get content */
export function dayState(input: {
  day: DateText
  types: readonly DailyType[] | undefined
  today: DateText
  last: DateText
}): DayState {
  const { day, types, today, last } = input
  if (day < today) return 'past'
  if (day > last) return 'too-far'
  if (!types) return 'unknown'
  if (types.length === 0) return 'gap'
  return types.length === 1 ? 'partial' : 'ready'
}

/** A day's content in words: 'message and reflection', 'message, no reflection', 'nothing yet'. */
export function dayStateWords(types: readonly DailyType[]): string {
  if (types.length === 0) return 'nothing yet'
  if (types.length > 1) return 'message and reflection'
  return types[0] === 'message' ? 'message, no reflection' : 'reflection, no message'
}

/** The day on which a month opens: today, if it is in the month, or the first day. */
export function firstOfMonth(month: MonthText, today: DateText): DateText {
  return monthOf(today) === month ? today : monthRange(month).from
}

/** The day that a key moves to in the grid; undefined for other keys. */
export function calendarStep(
  key: string,
  { current, firstWeekday }: { current: DateText; firstWeekday: number },
): DateText | undefined {
  const column = (weekdayOf(current) - firstWeekday + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(current, -1)
    case 'ArrowRight':
      return addDays(current, 1)
    case 'ArrowUp':
      return addDays(current, -7)
    case 'ArrowDown':
      return addDays(current, 7)
    case 'Home':
      return addDays(current, -column)
    case 'End':
      return addDays(current, 6 - column)
    case 'PageUp':
      return sameDayOf(addMonths(monthOf(current), -1), current)
    case 'PageDown':
      return sameDayOf(addMonths(monthOf(current), 1), current)
    default:
      return undefined
  }
}

/** The same day in another month, or the last day of that month if it is shorter. */
function sameDayOf(month: MonthText, day: DateText): DateText {
  const { to } = monthRange(month)
  const same = `${month}${day.slice(7)}`
  return same > to ? to : same
}
