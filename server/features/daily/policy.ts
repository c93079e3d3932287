import { DAILY_LIMITS } from '#contract/daily.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { isDayOpen, latestRun, type Run } from '#server/domain/schedule.ts'

/** When content is generated automatically. */
export interface Schedule {
  autoGenerate: boolean
  /** HH:MM in the community's time zone. */
  generateAt: string
  /** Runs that were due before this are not made up for. */
  scheduledSince: Date
  timeZone: string
}

/**
 * The run that should have happened by now, if any: for a day that is not over, under this
 * schedule.
 */
export function dueRun(schedule: Schedule, now: Date): Run | undefined {
  if (!schedule.autoGenerate) return undefined
  const { generateAt: localTime, timeZone, scheduledSince } = schedule
  const run = latestRun({ localTime, timeZone, until: now })
  if (run.at < scheduledSince) return undefined
  return isDayOpen(run, { now, timeZone }) ? run : undefined
}

/** Why nothing can be published for a day; undefined if it can. */
export function refusalOfDay(day: DateText, today: DateText): string | undefined {
  if (day < today) return 'That day is over.'
  if (day > addDays(today, DAILY_LIMITS.daysAhead)) {
    return `Choose a day within the next ${DAILY_LIMITS.daysAhead} days.`
  }
  return undefined
}
