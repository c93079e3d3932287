export interface LockState {
  /** Minutes after which the password is asked for again; null without a lock. */
  minutes: number | null
  /** When the journal was last open in this session. */
  seenAt: Date | null
}

const MINUTE_MS = 60_000

/**
 * Whether the journal is locked in a session. A `seenAt` far in the future, from a wrong clock,
 * doesn't open it.
 */
export function isLocked({ minutes, seenAt }: LockState, now: Date): boolean {
  if (minutes === null) return false
  if (seenAt === null) return true
  return Math.abs(now.getTime() - seenAt.getTime()) > minutes * MINUTE_MS
}
