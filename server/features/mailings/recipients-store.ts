import { type RawBuilder, sql } from 'kysely'
import type { MailingKind, RecipientGroup } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'

/** Whether the address of member `m` is suppressed. */
export const IS_BOUNCED = sql<boolean>`exists (
  select from email_suppression s where s.email = m.email and s.lifted_at is null)`

/**
 * Whether member `m` wants mailings of a kind: broadcasts by default, the others only if chosen.
 */
export function isWanted(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select c.is_wanted from mailing_choice c where c.member_id = m.member_id and c.kind = ${kind}),
    ${kind} = 'broadcast')`
}

function kindOf(kind: MailingKind): RawBuilder<unknown> {
  return sql`${kind}::mailing_kind`
}

/** The members a mailing is meant for, including those who don't get mailings. */
export interface GroupChoice {
  group: RecipientGroup
  /** For the group of a product's buyers. */
  productId: number | null
}

/** The facts outside the member's data that decide who is in a group. */
export interface GroupFacts {
  now: Date
  membershipProductId: number
}

const INACTIVE_DAYS = 30

/** Whether member `m` is in a group. */
function isInGroup(
  { group, productId }: GroupChoice,
  { now, membershipProductId }: GroupFacts,
): RawBuilder<boolean> {
  switch (group) {
    case 'everyone':
      return sql<boolean>`true`
    case 'access':
      return sql<boolean>`(m.is_admin or m.member_id in (
        select p.member_id from purchase p
        where p.product_id = ${membershipProductId} and p.member_id is not null
          and (p.access_until is null or p.access_until > ${now})))`
    case 'buyers':
      return sql<boolean>`m.member_id in (
        select p.member_id from purchase p
        where p.product_id = ${productId} and p.member_id is not null
          and p.state <> 'refunded' and not p.is_surplus)`
    case 'inactive': {
      const last = new Date(now.getTime() - INACTIVE_DAYS * 24 * 60 * 60 * 1000)
      // Only the week in which a member was last seen is known, so its Sunday counts.
      return sql<boolean>`coalesce(m.last_seen_week + 6 <= (${last} at time zone 'UTC')::date,
        m.created_at <= ${last})`
    }
  }
}

export interface Audience {
  recipients: number
  unproven: number
  bounced: number
  unsubscribed: number
}

/**
 * Counts who in each group would get a broadcast now, in the order of the groups. A member left out
 * for several reasons is counted under the first one.
 */
export async function countAudiences(
  db: Queryable,
  { groups, facts }: { groups: readonly GroupChoice[]; facts: GroupFacts },
): Promise<Audience[]> {
  if (groups.length === 0) return []
  const counts = groups.map((choice, place) => countOf(isInGroup(choice, facts), place))
  const { rows } = await sql<Audience>`
    select recipients, unproven, bounced, unsubscribed
    from (${sql.join(counts, sql` union all `)}) audience order by place`.execute(db)
  return rows
}

function countOf(isMeant: RawBuilder<boolean>, place: number): RawBuilder<unknown> {
  return sql`
    select ${place}::int as place,
      count(*) filter (where is_verified and not is_bounced and is_wanted)::int as recipients,
      count(*) filter (where not is_verified)::int as unproven,
      count(*) filter (where is_verified and is_bounced)::int as bounced,
      count(*) filter (where is_verified and not is_bounced and not is_wanted)::int as unsubscribed
    from (
      select m.email_verified_at is not null as is_verified, ${IS_BOUNCED} as is_bounced,
        ${isWanted(kindOf('broadcast'))} as is_wanted
      from member m where ${isMeant}
    ) each_member`
}

/**
 * Suspended members are recipients and are skipped when their turn comes. If counts left them out,
 * an administrator could suspend the author of a story and see which group gets smaller.
 */
const GETS = (kind: MailingKind): RawBuilder<boolean> => sql<boolean>`
  m.email_verified_at is not null and not ${IS_BOUNCED} and ${isWanted(kindOf(kind))}`

/** Stores the recipients of a broadcast, all due at the same time. Returns their number. */
export async function insertRecipients(
  trx: Queryable,
  input: { mailingId: number; dueAt: Date; choice: GroupChoice; facts: GroupFacts },
): Promise<number> {
  const { mailingId, dueAt, choice, facts } = input
  const result = await sql`
    insert into mailing_recipient (mailing_id, member_id, due_at)
    select ${mailingId}, m.member_id, ${dueAt} from member m
    where ${GETS('broadcast')} and ${isInGroup(choice, facts)}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** The time zones of the members who would get a mailing. */
export async function listAudienceZones(db: Queryable, kind: MailingKind): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct m.time_zone from member m where ${GETS(kind)}`.execute(db)
  return rows.map((row) => row.timeZone)
}

/** Stores the recipients of a mailing, each due at their zone's moment. Returns their number. */
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

/** Includes unpublished products, because they have buyers too. */
export async function findProductTitle(
  db: Queryable,
  productId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('product')
    .select('title')
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.title
}

export function listProductTitles(
  db: Queryable,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('product')
    .select(['productId as id', 'title'])
    .orderBy('title')
    .orderBy('productId')
    .limit(limit)
    .execute()
}
