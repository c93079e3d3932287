import type { SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { presentEvent } from './present.ts'
import { countEvent, deleteOldEvents, insertEvent, listEvents } from './store.ts'

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
