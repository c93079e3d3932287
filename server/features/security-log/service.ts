import { type RawBuilder, type Selectable, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { type SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { SecurityEvent as SecurityEventTable } from '#server/db/schema.gen.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** Failures after the first factor was passed. */
const FAILURE_KINDS = ['factor-failed', 'step-up-failed'] as const
type FailureKind = (typeof FAILURE_KINDS)[number]

const SHOWN = 20
const KEPT_MS = 90 * DAY_MS
/** Per member, so that repeated guessing can't fill the disk. */
export const MOST_EVENTS = 200

/** Adds an entry to a member's log, in the transaction that makes the change. */
export async function recordSecurityEvent(trx: Queryable, event: NewSecurityEvent): Promise<void> {
  await recordingSecurityEvent(event).execute(trx)
}

/** The same as part of a SQL statement that makes the change. */
export function recordingSecurityEvent(event: NewSecurityEvent): RawBuilder<object> {
  const { memberId, kind, device, now } = event
  return sql`insert into security_event (member_id, kind, device, created_at)
    values (${memberId}, ${kind}, ${device}, ${now})`
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
  const since = new Date(now.getTime() - HOUR_MS)
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
  const since = new Date(input.now.getTime() - HOUR_MS)
  await countEvent(trx, { ...event, account: { memberId }, since })
  return sumEventsSince(trx, { memberId, kinds: FAILURE_KINDS, since })
}

/** Whether a member's log has an entry of this kind after `since`. */
export async function hasSecurityEventSince(
  trx: Queryable,
  { memberId, kind, since }: { memberId: string; kind: SecurityEventKind; since: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('securityEvent')
    .select('securityEventId')
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .executeTakeFirst()
  return row !== undefined
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

/** Undefined for a kind this version doesn't know. */
function presentEvent(row: SecurityEventRow): SecurityEvent | undefined {
  const kind = SecurityEventKind.safeParse(row.kind)
  if (!kind.success) return undefined
  return {
    id: Number(row.securityEventId),
    kind: kind.data,
    device: row.device,
    times: row.times,
    createdAt: row.createdAt.toISOString(),
  }
}

type SecurityEventRow = Selectable<SecurityEventTable>

interface NewSecurityEvent {
  memberId: string
  kind: SecurityEventKind
  device: string
  now: Date
}

/** Increments an entry of the same kind and device after `since`, or adds a new one. */
async function countEvent(
  db: Queryable,
  event: Omit<NewSecurityEvent, 'memberId'> & {
    account: { memberId: string } | { email: string }
    since: Date
  },
): Promise<void> {
  const { account, kind, device, now, since } = event
  const isTheirs =
    'email' in account ? sql`email = ${account.email}` : sql`member_id = ${account.memberId}`
  await sql`
    with owner as (
      select member_id from member where ${isTheirs}
    ), latest as (
      select security_event_id from security_event
      where member_id in (select member_id from owner) and kind = ${kind} and device = ${device}
        and created_at > ${since}
      order by security_event_id desc limit 1
    ), counted as (
      update security_event set times = times + 1
      where security_event_id in (select security_event_id from latest)
      returning security_event_id
    )
    insert into security_event (member_id, kind, device, created_at)
    select member_id, ${kind}, ${device}, ${now} from owner
    where not exists (select from counted)`.execute(db)
}

/** The total count of entries of these kinds that began after `since`. */
async function sumEventsSince(
  db: Queryable,
  { memberId, kinds, since }: { memberId: string; kinds: readonly string[]; since: Date },
): Promise<number> {
  const { total } = await db
    .selectFrom('securityEvent')
    .select((eb) => eb.fn.sum<string | null>('times').as('total'))
    .where('memberId', '=', memberId)
    .where('kind', 'in', kinds)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

function listEvents(
  db: Queryable,
  { memberId, limit }: { memberId: string; limit: number },
): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('securityEvent')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('securityEventId', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes entries from before `before`, and each member's oldest beyond `most`. */
async function deleteOldEvents(
  db: Queryable,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  await db.deleteFrom('securityEvent').where('createdAt', '<', before).execute()
  await sql`
    delete from security_event where security_event_id in (
      select security_event_id from (
        select security_event_id,
          row_number() over (partition by member_id order by security_event_id desc) as place
        from security_event
        where member_id in (
          select member_id from security_event group by member_id having count(*) > ${most}
        )
      ) as placed
      where place > ${most}
    )`.execute(db)
}

export async function startSecurityLogJobs(context: Context): Promise<void> {
  await context.jobs.repeat('forget-security-events', '40 4 * * *', () => forgetOldEvents(context))
}
