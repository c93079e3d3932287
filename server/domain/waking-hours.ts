import { wallTime } from '#contract/logical-date.ts'

/** Hours of the day in which a notice disturbs nobody, by the community's clock. */
const FROM_HOUR = 7
const UNTIL_HOUR = 22
const STEP_MS = 15 * 60_000
const STEPS_PER_HOUR = 4

/**
 * The instant after so many waking hours, accurate to a quarter of an hour. With 0 hours, the same
 * instant, or the next morning.
 */
export function afterWakingHours(instant: Date, hours: number, timeZone: string): Date {
  let at = instant
  for (let left = hours * STEPS_PER_HOUR; left > 0 || !isAwake(at, timeZone); ) {
    if (isAwake(at, timeZone)) left -= 1
    at = new Date(at.getTime() + STEP_MS)
  }
  return at
}

function isAwake(instant: Date, timeZone: string): boolean {
  const { hour } = wallTime(instant, timeZone)
  return hour >= FROM_HOUR && hour < UNTIL_HOUR
}
