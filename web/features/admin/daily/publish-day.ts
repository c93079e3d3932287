import { type AdminDailyContent, DAILY_LIMITS, type DailyType } from '#contract/daily.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'

/** The last day that content can be prepared for. */
export function lastPublishDay(today: DateText): DateText {
  return addDays(today, DAILY_LIMITS.daysAhead)
}

/** The day that a draft is for: a draft without one, or for a day that is over, is for today. */
export function publishDay(date: DateText, today: DateText): DateText {
  return date < today ? today : date
}

/** Why a day cannot be published for; undefined when it can. The server decides. */
export function dayProblem(date: DateText, today: DateText): string | undefined {
  return date > lastPublishDay(today)
    ? `Choose a day within the next ${DAILY_LIMITS.daysAhead} days.`
    : undefined
}

/** What stands on the day already. */
export function findEntry(
  entries: readonly AdminDailyContent[],
  at: { date: DateText; type: DailyType },
): AdminDailyContent | undefined {
  return entries.find(({ date, type }) => date === at.date && type === at.type)
}

/** The days of the overview, today first and always there, each with what it holds. */
export function daysOf(
  entries: readonly AdminDailyContent[],
  today: DateText,
): { date: DateText; entries: AdminDailyContent[] }[] {
  const dates = [...new Set([today, ...entries.map(({ date }) => date)])].sort()
  return dates.map((date) => ({ date, entries: entries.filter((entry) => entry.date === date) }))
}
