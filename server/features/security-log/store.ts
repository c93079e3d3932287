import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { SecurityEvent } from '#server/db/schema.gen.ts'

export type SecurityEventRow = Selectable<SecurityEvent>

export interface NewSecurityEvent {
  memberId: string
  kind: string
  device: string
  now: Date
}

export async function insertEvent(db: Queryable, event: NewSecurityEvent): Promise<void> {
  await insertingEvent(event).execute(db)
}

/** The same as part of a SQL statement. */
export function insertingEvent(event: NewSecurityEvent): RawBuilder<object> {
  const { memberId, kind, device, now } = event
  return sql`insert into security_event (member_id, kind, device, created_at)
    values (${memberId}, ${kind}, ${device}, ${now})`
}

/** Increments an entry of the same kind and device after `since`, or adds a new one. */
export async function countEvent(
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
export async function sumEventsSince(
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

export async function hasEventSince(
  db: Queryable,
  { memberId, kind, since }: { memberId: string; kind: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('securityEvent')
    .select('securityEventId')
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

export function listEvents(
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
export async function deleteOldEvents(
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
