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

/** Failures of somebody who has passed the first factor already. */
const FAILURE_KINDS = ['factor-failed', 'step-up-failed'] as const
type FailureKind = (typeof FAILURE_KINDS)[number]

const SHOWN = 20
const HOUR = 3_600_000
const KEPT_MS = 90 * 24 * HOUR
/** Per member: somebody who keeps guessing must not fill the disk. */
export const MOST_EVENTS = 200

/** Adds an entry to a member's log in the transaction that makes it true. */
export function recordSecurityEvent(
  trx: Queryable,
  event: { memberId: string; kind: SecurityEventKind; device: string; now: Date },
): Promise<void> {
  return insertEvent(trx, event)
}

/** The same as a part of the statement that makes it true. */
export function recordingSecurityEvent(
  event: Parameters<typeof recordSecurityEvent>[1],
): ReturnType<typeof insertingEvent> {
  return insertingEvent(event)
}

/**
 * Adds a failed sign-in to the log of an account, if there is one. Nobody waits for it, so that the
 * answer takes as long as for an account that does not exist.
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

/** Adds a failure of a member who is known, and returns all failures of these kinds within the last hour. */
export async function countFailures(
  trx: Queryable,
  input: { memberId: string; kind: FailureKind; device: string; now: Date },
): Promise<number> {
  const { memberId, ...event } = input
  const since = new Date(input.now.getTime() - HOUR)
  await countEvent(trx, { ...event, account: { memberId }, since })
  return sumEventsSince(trx, { memberId, kinds: FAILURE_KINDS, since })
}

/** Whether a member's log has an entry of this kind from `since` on. */
export function hasSecurityEventSince(
  trx: Queryable,
  input: { memberId: string; kind: SecurityEventKind; since: Date },
): Promise<boolean> {
  return hasEventSince(trx, input)
}

/** The viewer's newest entries, newest first. */
export async function readSecurityLog(context: Context, viewer: Viewer): Promise<SecurityEvent[]> {
  const rows = await listEvents(context.db, { memberId: viewer.id, limit: SHOWN })
  return rows.flatMap((row) => presentEvent(row) ?? [])
}

/** All that is kept, for an export. */
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
