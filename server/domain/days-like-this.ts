import type { DateText } from '#contract/logical-date.ts'

const MONTHS_AGO = [1, 6, ...Array.from({ length: 10 }, (_, index) => 12 * (index + 1))]

/**
 * The same day a month, six months and one to ten years ago, newest first. A month that is too
 * short uses its last day.
 */
export function daysLikeThis(today: DateText): DateText[] {
  return MONTHS_AGO.map((months) => monthsBefore(today, months))
}

function monthsBefore(date: DateText, months: number): DateText {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0))
  lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()))
  return lastOfMonth.toISOString().slice(0, 10)
}
