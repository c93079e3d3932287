import { type RawBuilder, sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'

/** Whether mails to the address of member `m` came back. */
export const IS_BOUNCED = sql<boolean>`exists (
  select from email_suppression s where s.email = m.email and s.lifted_at is null)`

/** Whether member `m` wants mailings of a kind: news unless they said no, the others if they said yes. */
export function isWanted(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select c.is_wanted from mailing_choice c where c.member_id = m.member_id and c.kind = ${kind}),
    ${kind} = 'broadcast')`
}

function kindOf(kind: MailingKind): RawBuilder<unknown> {
  return sql`${kind}::mailing_kind`
}

export interface Audience {
  recipients: number
  unproven: number
  bounced: number
  unsubscribed: number
}

/** Who would get a mailing now; of several reasons for leaving somebody out the first counts. */
export async function countAudience(db: Queryable, kind: MailingKind): Promise<Audience> {
  const { rows } = await sql<Audience>`
    select
      count(*) filter (where is_proven and not is_bounced and is_wanted)::int as recipients,
      count(*) filter (where not is_proven)::int as unproven,
      count(*) filter (where is_proven and is_bounced)::int as bounced,
      count(*) filter (where is_proven and not is_bounced and not is_wanted)::int as unsubscribed
    from (
      select m.email_verified_at is not null as is_proven, ${IS_BOUNCED} as is_bounced,
        ${isWanted(kindOf(kind))} as is_wanted
      from member m where m.suspended_at is null
    ) each_member`.execute(db)
  return rows[0] ?? { recipients: 0, unproven: 0, bounced: 0, unsubscribed: 0 }
}

const GETS = (kind: MailingKind): RawBuilder<boolean> => sql<boolean>`
  m.suspended_at is null and m.email_verified_at is not null
  and not ${IS_BOUNCED} and ${isWanted(kindOf(kind))}`

/** Fixes who gets a mailing, all at the same time; returns how many. */
export async function insertRecipients(
  trx: Queryable,
  input: { mailingId: number; kind: MailingKind; dueAt: Date },
): Promise<number> {
  const { mailingId, kind, dueAt } = input
  const result = await sql`
    insert into mailing_recipient (mailing_id, member_id, due_at)
    select ${mailingId}, m.member_id, ${dueAt} from member m where ${GETS(kind)}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** The time zones of those who would get a mailing. */
export async function listAudienceZones(db: Queryable, kind: MailingKind): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct m.time_zone from member m where ${GETS(kind)}`.execute(db)
  return rows.map((row) => row.timeZone)
}

/** Fixes who gets a mailing, each at the moment of their time zone; other zones are left out. */
export async function insertRecipientsByZone(
  trx: Queryable,
  input: { mailingId: number; kind: MailingKind; dues: { timeZone: string; at: Date }[] },
): Promise<number> {
  const { mailingId, kind, dues } = input
  const result = await sql`
    insert into mailing_recipient (mailing_id, member_id, due_at)
    select ${mailingId}, m.member_id, due.at
    from member m
    join unnest(
      ${dues.map(({ timeZone }) => timeZone)}::text[],
      ${dues.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as due (time_zone, at) on due.time_zone = m.time_zone
    where ${GETS(kind)}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}
