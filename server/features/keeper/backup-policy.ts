import { type ClockText, latestRun } from '#server/domain/schedule.ts'

/** Time, in milliseconds, after which a failed backup or drill is retried. */
const RETRY_MS = 60 * 60_000
/** Time between restore drills, in milliseconds. */
const DRILL_MS = 30 * 24 * 60 * 60_000

interface Attempts {
  now: Date
  /** When the last one was completed. */
  doneAt: Date | undefined
  /** When this process last started one. */
  triedAt: Date | undefined
}

/** Whether a daily backup is due. One that was missed while the server was stopped is made late. */
export function isBackupDue(
  { now, doneAt, triedAt }: Attempts,
  { localTime, timeZone }: { localTime: ClockText; timeZone: string },
): boolean {
  if (isTooSoon(now, triedAt)) return false
  // A time in the future was written by a wrong clock and is ignored.
  if (!doneAt || doneAt > now) return true
  return doneAt < latestRun({ localTime, timeZone, until: now }).at
}

/** Whether a restore drill is due; never without a backup. */
export function isDrillDue(
  { now, doneAt, triedAt }: Attempts,
  { hasBackup }: { hasBackup: boolean },
): boolean {
  if (!hasBackup || isTooSoon(now, triedAt)) return false
  return !doneAt || doneAt > now || now.getTime() - doneAt.getTime() >= DRILL_MS
}

function isTooSoon(now: Date, triedAt: Date | undefined): boolean {
  return triedAt !== undefined && Math.abs(now.getTime() - triedAt.getTime()) < RETRY_MS
}
