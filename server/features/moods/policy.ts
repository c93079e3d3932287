export interface LockState {
  /** Minutes after which the password is asked for again; null without a lock. */
  minutes: number | null
  /** When the journal was last open in this session. */
  seenAt: Date | null
}

const MINUTE_MS = 60_000

/** Whether the journal is closed in a session. A moment far ahead, of a wrong clock, opens nothing. */
export function isLocked({ minutes, seenAt }: LockState, now: Date): boolean {
  if (minutes === null) return false
  if (seenAt === null) return true
  return Math.abs(now.getTime() - seenAt.getTime()) > minutes * MINUTE_MS
}
