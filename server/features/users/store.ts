import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type { Right } from '#contract/rights.ts'
import type { UserFilter, UserOrder } from '#contract/users.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice } from '#server/db/page.ts'
import type { DB, Member } from '#server/db/schema.gen.ts'

export const ROW = [
  'memberId',
  'username',
  'email',
  'emailVerifiedAt',
  'anonymousUsername',
  'createdAt',
  'rights',
  'suspendedAt',
  /** A date. */
  'lastSeenWeek',
] as const

export type UserRow = Pick<Selectable<Member>, (typeof ROW)[number]>

/** Each order has its own index. */
const ORDERS: Record<UserOrder, RawBuilder<unknown>> = {
  newest: sql`created_at desc, member_id`,
  username: sql`username`,
  seen: sql`last_seen_week desc nulls last, member_id`,
}

/** Selects members; `text` matches their names or address. */
export interface UserSelection {
  text: string
  show: UserFilter | undefined
  /** The product that gives access to the live room. */
  membershipProductId: number
  now: Date
}

/** One page of members, with the total count. */
export async function listUsers(
  db: Queryable,
  { limit, offset, sort, ...selection }: UserSelection & Slice & { sort: UserOrder },
): Promise<Listed<UserRow>> {
  const { text, show } = selection
  const found = db
    .selectFrom('member')
    .$if(text !== '', (query) => query.where((eb) => holdsText(eb, text)))
    .$if(show !== undefined, (query) => query.where(isShown(selection)))
  const rows = await found.select(ROW).orderBy(ORDERS[sort]).limit(limit).offset(offset).execute()
  // A search reads every member, so the count is derived from the last page if possible.
  if (rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length }
  return { rows, total: await countRows(found) }
}

function isShown({ show, membershipProductId, now }: UserSelection): RawBuilder<SqlBool> {
  switch (show) {
    case 'verified':
      return sql`email_verified_at is not null`
    case 'suspended':
      return sql`suspended_at is not null`
    case 'never':
      return sql`last_seen_week is null`
    case 'access':
      return sql`(is_admin or exists (
        select from purchase p
        where p.member_id = member.member_id and p.product_id = ${membershipProductId}
          and (p.access_until is null or p.access_until > ${now})
      ))`
    case 'look-alike':
      return sql`(has_questionable_name or anonymous_username_skeleton in (
        select anonymous_username_skeleton from member where has_questionable_name
      ))`
    case undefined:
      return sql`true`
  }
}

/** Login names and addresses are stored in lower case, community usernames as entered. */
function holdsText(eb: ExpressionBuilder<DB, 'member'>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const lower = pattern.toLowerCase()
  return eb.or([
    eb('username', 'like', lower),
    eb('email', 'like', lower),
    eb('anonymousUsername', 'ilike', pattern.normalize('NFC')),
  ])
}

export function findUser(db: Queryable, memberId: string): Promise<UserRow | undefined> {
  return db.selectFrom('member').select(ROW).where('memberId', '=', memberId).executeTakeFirst()
}

/** The number of warnings and suspensions of a member. */
export async function countMeasures(
  db: Queryable,
  memberId: string,
): Promise<{ warnings: number; suspensions: number }> {
  const { rows } = await sql<{ warnings: number; suspensions: number }>`
    select suspension_count as suspensions, (
      select count(*)::int from team_message t
      where t.member_id = m.member_id and t.kind = 'warning'
    ) as warnings
    from member m where m.member_id = ${memberId}`.execute(db)
  return rows[0] ?? { warnings: 0, suspensions: 0 }
}

/**
 * Locks a member and everyone with rights who can sign in until the transaction ends. The order is
 * the same as when an account is deleted, to avoid deadlocks.
 */
export async function lockUserAndTeam(trx: Queryable, memberId: string): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select member_id, username, email, email_verified_at, anonymous_username, created_at,
      rights, suspended_at, last_seen_week
    from member
    where member_id = ${memberId} or (is_admin and suspended_at is null)
    order by member_id for no key update`.execute(trx)
  return rows
}

/** Stores the service's decision about a locked member. */
export function updateUser(
  trx: Queryable,
  memberId: string,
  changes:
    | { rights: Right[]; rightsChangedAt: Date; rightsChangedBy: string }
    | { suspendedAt: Date; suspensionReason: string | null; suspensionCount: number }
    | { suspensionReason: string }
    | { suspendedAt: null; suspensionReason: null; suspensionCount?: number },
): Promise<UserRow> {
  return trx
    .updateTable('member')
    .set(changes)
    .where('memberId', '=', memberId)
    .returning(ROW)
    .executeTakeFirstOrThrow()
}

/** Notes who suspended a member, so that somebody else takes a second look. */
export async function putSuspension(
  trx: Queryable,
  suspension: { memberId: string; suspendedAt: Date; suspendedBy: string },
): Promise<void> {
  const { suspendedAt, suspendedBy } = suspension
  await trx
    .insertInto('suspension')
    .values(suspension)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ suspendedAt, suspendedBy }))
    .execute()
}

/** Forgets who suspended a member who is restored. */
export async function dropSuspension(trx: Queryable, memberId: string): Promise<void> {
  await trx.deleteFrom('suspension').where('memberId', '=', memberId).execute()
}

/** A member of the team, with the community username of the administrator who last changed their rights. */
export interface TeamRow extends UserRow {
  adminSince: Date | null
  rightsChangedAt: Date | null
  changedBy: string | null
}
