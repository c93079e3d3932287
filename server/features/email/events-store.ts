import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { EmailEvent } from '#server/db/schema.gen.ts'
import { isUnlistedKind } from './store.ts'

export interface NewEventRow {
  providerEventId: string
  email: string
  eventType: string
  eventData: string
  isListed: boolean
  createdAt: Date
  receivedAt: Date
}

const EVENT = ['emailEventId', 'email', 'eventType', 'eventData', 'createdAt'] as const

export type EventRow = Pick<Selectable<EmailEvent>, (typeof EVENT)[number]>

/** An arbitrary constant that identifies locks on addresses. */
const ADDRESS_LOCK = 4_127_005

/** Serializes everything that stores or decides something about an address. */
export async function lockAddress(trx: Queryable, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${email}))`.execute(trx)
}

/** The new event's id; undefined if the provider has sent it before. */
export async function insertEvent(trx: Queryable, event: NewEventRow): Promise<number | undefined> {
  const row = await trx
    .insertInto('emailEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('providerEventId').doNothing())
    .returning('emailEventId')
    .executeTakeFirst()
  return row?.emailEventId
}

/**
 * Whether this is one of our emails about a member's activity under their pseudonym. Matches the
 * provider's id, or recipient and subject, because an event can arrive before the provider's
 * response has been stored.
 */
export async function isOfUnlistedMail(
  db: Queryable,
  { email, subject, providerId }: { email: string; subject: string; providerId: string },
): Promise<boolean> {
  const mails = await db
    .selectFrom('emailMessage')
    .select('kind')
    .where('providerId', '=', providerId)
    .union(
      db
        .selectFrom('emailMessage')
        .select('kind')
        .where('toAddress', '=', email)
        .where('subject', '=', subject),
    )
    .execute()
  return mails.some((mail) => isUnlistedKind(mail.kind))
}

/** The events that administrators may see, newest first. */
export function listEvents(db: Queryable, slice: Slice): Promise<Listed<EventRow>> {
  const events = db
    .selectFrom('emailEvent')
    .select(EVENT)
    .where('isListed', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('emailEventId', 'desc')
  return listSlice(events, slice)
}

/** Whether any email was sent between two moments. */
export async function hasSentBetween(
  db: Queryable,
  { after, before }: { after: Date; before: Date },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from email_message where sent_at > ${after} and sent_at < ${before}
    ) or exists (
      select from mailing_recipient
      where status = 'sent' and done_at > ${after} and done_at < ${before}
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** When the newest event arrived, listed or not. */
export async function findLastArrival(db: Queryable): Promise<Date | undefined> {
  const row = await db
    .selectFrom('emailEvent')
    .select('receivedAt')
    .orderBy('emailEventId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.receivedAt
}
