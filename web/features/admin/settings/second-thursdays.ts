import { addDays, type DateText, weekdayOf } from '#contract/logical-date.ts'

const THURSDAY = 4

/** The second Thursdays of the months from that of `from` on, the first one not before `from`. */
export function secondThursdays(from: DateText, count: number): DateText[] {
  const days: DateText[] = []
  for (let month = from.slice(0, 7); days.length < count; month = monthAfter(month)) {
    const day = secondThursdayOf(month)
    if (day >= from) days.push(day)
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
