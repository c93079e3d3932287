import { DAY_MS } from './durations.ts'

const FIRST_DAYS_MS = 7 * DAY_MS

/** Whether a member joined within the last seven days. */
export function isNewcomer(createdAt: string | Date, now: Date): boolean {
  return now.getTime() - new Date(createdAt).getTime() < FIRST_DAYS_MS
}
