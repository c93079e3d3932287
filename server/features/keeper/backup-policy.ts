import { type ClockText, latestRun } from '#server/domain/schedule.ts'

/** A failed backup or drill is tried again after this time, in milliseconds. */
const RETRY_MS = 60 * 60_000
/** From one restore drill to the next. */
const DRILL_MS = 30 * 24 * 60 * 60_000

interface Attempts {
  now: Date
  /** The last one that was complete. */
  doneAt: Date | undefined
  /** The last one that this process began. */
  triedAt: Date | undefined
}

/** Whether a daily backup is owed: one that a stopped server missed is made late. */
export function isBackupDue(
  { now, doneAt, triedAt }: Attempts,
  { localTime, timeZone }: { localTime: ClockText; timeZone: string },
): boolean {
  if (isTooSoon(now, triedAt)) return false
  // What a clock wrote that was ahead counts for nothing.
  if (!doneAt || doneAt > now) return true
  return doneAt < latestRun({ localTime, timeZone, until: now }).at
}

/** Whether a restore drill is owed; there has to be a backup. */
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
