import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { RecipientGroup, RecipientGroups, Recipients } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { readSettings } from '../settings/service.ts'
import { presentRecipients } from './present.ts'
import { type Audience, GETS, IS_BOUNCED, isWanted, kindOf } from './recipients-store.ts'
import type { MailingRow } from './store.ts'

/** The most products in the list; nobody would choose from a longer one. */
const MOST_PRODUCTS = 200

/** A group as a request names it, not yet checked. */
export interface GivenGroup {
  group?: RecipientGroup | undefined
  productId?: number | null | undefined
}

/** The products whose buyers can be chosen. */
export async function readRecipientGroups({ db }: Context): Promise<RecipientGroups> {
  const { membershipProductId } = await readSettings(db)
  const [membership, products] = await Promise.all([
    findProductTitle(db, membershipProductId),
    listProductTitles(db, MOST_PRODUCTS),
  ])
  return { membership: membership ?? '', products }
}

/** How many people in a group would get a broadcast now, and how many are left out and why. */
export async function readRecipients(context: Context, given: GivenGroup): Promise<Recipients> {
  const choice = await validateGroup(context.db, given)
  const [audience] = await countAudiences(context.db, {
    groups: [choice],
    facts: await factsOf(context, context.db),
  })
  return presentRecipients(audience)
}

/** Throws `invalid_input` for the group of buyers without an existing product. */
export async function validateGroup(
  db: Queryable,
  { group = 'everyone', productId }: GivenGroup,
): Promise<GroupChoice> {
  if (group !== 'buyers') return { group, productId: null }
  if (productId && (await findProductTitle(db, productId)) !== undefined) {
    return { group, productId }
  }
  const sentence = 'Choose a product.'
  throw new AppError('invalid_input', sentence, { fields: { productId: sentence } })
}

function choiceOf({ recipientGroup, productId }: MailingRow): GroupChoice {
  return { group: recipientGroup, productId }
}

/** The number of people who would get each scheduled mailing now, by its id. */
export async function countExpected(
  context: Context,
  db: Queryable,
  rows: readonly MailingRow[],
): Promise<ReadonlyMap<number, number>> {
  const open = rows.filter((row) => row.recipientCount === null && row.status === 'scheduled')
  if (open.length === 0) return new Map()
  // Counts each group once, because many mailings share few groups.
  const groups = new Map(open.map((row) => [keyOf(row), choiceOf(row)]))
  const facts = await factsOf(context, db)
  const audiences = await countAudiences(db, { groups: [...groups.values()], facts })
  const counts = new Map([...groups.keys()].map((key, at) => [key, audiences[at]?.recipients ?? 0]))
  return new Map(open.map((row) => [row.mailingId, counts.get(keyOf(row)) ?? 0]))
}

function keyOf({ recipientGroup, productId }: MailingRow): string {
  return `${recipientGroup} ${productId}`
}

/** Stores the recipients of a broadcast. Returns their number. */
export async function fixRecipients(
  context: Context,
  trx: Queryable,
  row: MailingRow,
): Promise<number> {
  return insertRecipients(trx, {
    mailingId: row.mailingId,
    // Due at once, whatever the nodes' clocks say.
    dueAt: new Date(0),
    choice: choiceOf(row),
    facts: await factsOf(context, trx),
  })
}

async function factsOf({ now }: Context, db: Queryable): Promise<GroupFacts> {
  const { membershipProductId } = await readSettings(db)
  return { now: now(), membershipProductId }
}

/** The members a mailing is meant for, including those who don't get mailings. */
interface GroupChoice {
  group: RecipientGroup
  /** For the group of a product's buyers. */
  productId: number | null
}

/** The facts outside the member's data that decide who is in a group. */
interface GroupFacts {
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
      const last = new Date(now.getTime() - INACTIVE_DAYS * DAY_MS)
      // Only the week in which a member was last seen is known, so its Sunday counts.
      return sql<boolean>`coalesce(m.last_seen_week + 6 <= (${last} at time zone 'UTC')::date,
        m.created_at <= ${last})`
    }
  }
}

/**
 * Counts who in each group would get a broadcast now, in the order of the groups. A member left out
 * for several reasons is counted under the first one.
 */
async function countAudiences(
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

/** Stores the recipients of a broadcast, all due at the same time. Returns their number. */
async function insertRecipients(
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

/** Includes unpublished products, because they have buyers too. */
async function findProductTitle(db: Queryable, productId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('product')
    .select('title')
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.title
}

function listProductTitles(db: Queryable, limit: number): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('product')
    .select(['productId as id', 'title'])
    .orderBy('title')
    .orderBy('productId')
    .limit(limit)
    .execute()
}
