import { type AdminDailyContent, DAILY_LIMITS, type DailyType } from '#contract/daily.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'

/** The last day that can get content. */
export function lastPublishDay(today: DateText): DateText {
  return addDays(today, DAILY_LIMITS.daysAhead)
}

/** The day that a draft is for. Without a day, or with a past one, it is for today. */
export function publishDay(date: DateText, today: DateText): DateText {
  return date < today ? today : date
}

/** Why content can't be published for a day; undefined if it can. The server checks it again. */
export function dayProblem(date: DateText, today: DateText): string | undefined {
  return date > lastPublishDay(today)
    ? `Choose a day within the next ${DAILY_LIMITS.daysAhead} days.`
    : undefined
}

/** The entry that a day already has. */
export function findEntry(
  entries: readonly AdminDailyContent[],
  at: { date: DateText; type: DailyType },
): AdminDailyContent | undefined {
  return entries.find(({ date, type }) => date === at.date && type === at.type)
}

/** The days of the overview with their entries. Today comes first, even without entries. */
export function daysOf(
  entries: readonly AdminDailyContent[],
  today: DateText,
): { date: DateText; entries: AdminDailyContent[] }[] {
  const dates = [...new Set([today, ...entries.map(({ date }) => date)])].sort()
  return dates.map((date) => ({ date, entries: entries.filter((entry) => entry.date === date) }))
}
