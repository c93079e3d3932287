import type { SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { presentEvent } from './present.ts'
import {
  countEvent,
  deleteOldEvents,
  hasEventSince,
  insertEvent,
  insertingEvent,
  listEvents,
  sumEventsSince,
} from './store.ts'

/** Failures after the first factor was passed. */
const FAILURE_KINDS = ['factor-failed', 'step-up-failed'] as const
type FailureKind = (typeof FAILURE_KINDS)[number]

const SHOWN = 20
const HOUR = 3_600_000
const KEPT_MS = 90 * 24 * HOUR
/** Per member, so that repeated guessing can't fill the disk. */
export const MOST_EVENTS = 200

/** Adds an entry to a member's log, in the transaction that makes the change. */
export function recordSecurityEvent(
  trx: Queryable,
  event: { memberId: string; kind: SecurityEventKind; device: string; now: Date },
): Promise<void> {
  return insertEvent(trx, event)
}

/** The same as part of a SQL statement that makes the change. */
export function recordingSecurityEvent(
  event: Parameters<typeof recordSecurityEvent>[1],
): ReturnType<typeof insertingEvent> {
  return insertingEvent(event)
}

/**
 * Adds a failed sign-in to the log of an account, if it exists. Doesn't wait for the write, so that
 * the response takes the same time for an account that doesn't exist.
 */
export function noteFailedSignIn(
  context: Context,
  { device, ...account }: ({ memberId: string } | { email: string }) & { device: string },
): void {
  const now = context.now()
  const since = new Date(now.getTime() - HOUR)
  countEvent(context.db, { account, kind: 'sign-in-failed', device, now, since }).catch(
    (error: unknown) => context.log.warn({ err: error }, 'A failed sign-in was not logged.'),
  )
}

/**
 * Adds a failure of a known member, and returns the number of all such failures within the last
 * hour.
 */
export async function countFailures(
  trx: Queryable,
  input: { memberId: string; kind: FailureKind; device: string; now: Date },
): Promise<number> {
  const { memberId, ...event } = input
  const since = new Date(input.now.getTime() - HOUR)
  await countEvent(trx, { ...event, account: { memberId }, since })
  return sumEventsSince(trx, { memberId, kinds: FAILURE_KINDS, since })
}

/** Whether a member's log has an entry of this kind after `since`. */
export function hasSecurityEventSince(
  trx: Queryable,
  input: { memberId: string; kind: SecurityEventKind; since: Date },
): Promise<boolean> {
  return hasEventSince(trx, input)
}

/** The viewer's latest entries, newest first. */
export async function readSecurityLog(context: Context, viewer: Viewer): Promise<SecurityEvent[]> {
  const rows = await listEvents(context.db, { memberId: viewer.id, limit: SHOWN })
  return rows.flatMap((row) => presentEvent(row) ?? [])
}

/** All stored entries, for an export. */
export async function* walkSecurityLog(
  context: Context,
  memberId: string,
): AsyncGenerator<SecurityEvent> {
  const rows = await listEvents(context.db, { memberId, limit: MOST_EVENTS })
  for (const row of rows) {
    const event = presentEvent(row)
    if (event) yield event
  }
}

/** For a job. */
export function forgetOldEvents(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - KEPT_MS)
  return deleteOldEvents(context.db, { before, most: MOST_EVENTS })
}
