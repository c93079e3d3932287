import type { Expression } from 'kysely'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Right } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.gen.ts'

export interface UserRow {
  memberId: string
  username: string
  email: string
  emailVerifiedAt: Date | null
  anonymousUsername: string
  createdAt: Date
  rights: Right[]
  suspendedAt: Date | null
}

const ROW = [
  'memberId',
  'username',
  'email',
  'emailVerifiedAt',
  'anonymousUsername',
  'createdAt',
  'rights',
  'suspendedAt',
] as const

/** Members, newest first; with `text` those in whose names or address it stands. */
export async function listUsers(
  db: Queryable,
  { text, limit, offset }: { text: string; limit: number; offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const found = db
    .selectFrom('member')
    .$if(text !== '', (query) => query.where((eb) => holdsText(eb, text)))
  const rows = await found
    .select(ROW)
    .orderBy('createdAt', 'desc')
    .orderBy('memberId')
    .limit(limit)
    .offset(offset)
    .execute()
  // A search reads every member: where the page's end is the list's, once is enough.
  if (rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length }
  const count = await found
    .select((eb) => eb.fn.countAll<string>().as('members'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count.members) }
}

/** Login names and addresses are stored in lower case, community usernames as they were written. */
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

/**
 * Reads a member and everyone with rights who can sign in, in the order in which an account that
 * leaves locks them; all stay as they are until the transaction ends.
 */
export async function lockUserAndTeam(trx: Queryable, memberId: string): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select member_id, username, email, email_verified_at, anonymous_username, created_at,
      rights, suspended_at
    from member
    where member_id = ${memberId} or (is_admin and suspended_at is null)
    order by member_id for no key update`.execute(trx)
  return rows
}

/** Changes what the service has decided on a locked member. */
export function updateUser(
  trx: Queryable,
  memberId: string,
  changes:
    | { rights: Right[]; rightsChangedAt: Date; rightsChangedBy: string }
    | { suspendedAt: Date | null; suspensionReason: string | null },
): Promise<UserRow> {
  return trx
    .updateTable('member')
    .set(changes)
    .where('memberId', '=', memberId)
    .returning(ROW)
    .executeTakeFirstOrThrow()
}

/** A member of the team, with the login name of whoever changed their rights last. */
export interface TeamRow extends UserRow {
  adminSince: Date | null
  rightsChangedAt: Date | null
  changedBy: string | null
}

function teamRows(db: Queryable) {
  return db
    .selectFrom('member')
    .leftJoin('member as changer', 'changer.memberId', 'member.rightsChangedBy')
    .select(ROW.map((column) => `member.${column}` as const))
    .select(['member.adminSince', 'member.rightsChangedAt', 'changer.username as changedBy'])
}

/** Everyone with rights, longest first. */
export function listTeam(db: Queryable, limit: number): Promise<TeamRow[]> {
  return teamRows(db)
    .where('member.isAdmin', '=', true)
    .orderBy('member.adminSince')
    .orderBy('member.memberId')
    .limit(limit)
    .execute()
}

export function getTeamRow(db: Queryable, memberId: string): Promise<TeamRow> {
  return teamRows(db).where('member.memberId', '=', memberId).executeTakeFirstOrThrow()
}
