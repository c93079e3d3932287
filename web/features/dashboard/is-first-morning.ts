const FIRST_DAY_MS = 24 * 60 * 60 * 1000

/** Whether a member joined within the last day. */
export function isFirstMorning(createdAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < FIRST_DAY_MS
}
