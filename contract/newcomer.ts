const FIRST_DAYS_MS = 7 * 24 * 60 * 60 * 1000

/** Whether a member joined within the last seven days. */
export function isNewcomer(createdAt: string | Date, now: Date): boolean {
  return now.getTime() - new Date(createdAt).getTime() < FIRST_DAYS_MS
}
