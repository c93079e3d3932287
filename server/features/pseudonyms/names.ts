import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { PSEUDONYM_LIMITS } from '#contract/pseudonyms.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import {
  isReservedName,
  type NameColumns,
  nameColumns,
  nameSkeleton,
} from '#server/domain/name-key.ts'

/**
 * Whether a community username is free: not taken, not similar to a taken one, not reserved, and
 * not given up within the last year by anyone but `memberId`.
 */
export async function isPseudonymFree(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string,
  memberId?: string,
): Promise<boolean> {
  if (isReservedName(name)) return false
  const columns = nameColumns(name)
  if (columns.anonymousUsernameSkeleton === '') return false
  const since = windowStart(now())
  return !(await isNameInUse(db, { ...columns, since, exceptMemberId: memberId }))
}

/** Reserves the names of a member whose account is about to be deleted, for at least a year. */
export async function reserveNames(
  { now }: Pick<Context, 'now'>,
  trx: Trx,
  memberId: string,
): Promise<void> {
  const current = await lockPseudonym(trx, memberId)
  if (!current) return
  const skeleton = nameSkeleton(current.anonymousUsername)
  await leaveNames(trx, { memberId, skeleton, now: now() })
}

/** When a member changed their name, as far back as that is stored; for an export. */
export async function readPseudonymChanges(
  { db }: Pick<Context, 'db'>,
  memberId: string,
): Promise<{ changedAt: Date }[]> {
  const changes = await listChanges(db, { memberId, since: new Date(0) })
  return changes.map((changedAt) => ({ changedAt }))
}

const WINDOW_MS = PSEUDONYM_LIMITS.days * DAY_MS

/** Changes before this instant no longer count, and names given up before it are free again. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS)
}

/** The changes left to a member who changed their name at these instants, oldest first. */
export function allowanceOf(
  changes: readonly Date[],
  now: Date,
): { changesLeft: number; nextChangeAt: Date | null } {
  const counted = changes.filter((at) => at > windowStart(now))
  const changesLeft = Math.max(0, PSEUDONYM_LIMITS.changes - counted.length)
  const first = counted.at(-PSEUDONYM_LIMITS.changes)
  if (changesLeft > 0 || !first) return { changesLeft, nextChangeAt: null }
  return { changesLeft, nextChangeAt: new Date(first.getTime() + WINDOW_MS) }
}

/** Reads a member's name and locks it until the transaction ends. */
export function lockPseudonym(
  trx: Queryable,
  memberId: string,
): Promise<{ anonymousUsername: string } | undefined> {
  return trx
    .selectFrom('member')
    .select('anonymousUsername')
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

/** When the member gave up earlier names after `since`, oldest first. */
export async function listChanges(
  db: Queryable,
  { memberId, since }: { memberId: string; since: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('formerPseudonym')
    .select('leftAt')
    .where('memberId', '=', memberId)
    .where('leftAt', '>', since)
    .orderBy('leftAt')
    .execute()
  return rows.map((row) => row.leftAt)
}

/** Violates a unique constraint if the name is taken. */
export async function updatePseudonym(
  trx: Queryable,
  { memberId, ...name }: NameColumns & { memberId: string },
): Promise<void> {
  const changes = { ...name, hasQuestionableName: false }
  await trx.updateTable('member').set(changes).where('memberId', '=', memberId).execute()
}

export async function insertFormer(
  trx: Queryable,
  former: { memberId: string; nameKey: string; leftAt: Date },
): Promise<void> {
  await trx.insertInto('formerPseudonym').values(former).execute()
}

/**
 * Keeps a leaving member's earlier names reserved, and adds the present one, without their id. The
 * dates become the Monday after, so that they fit no other record of one person.
 */
async function leaveNames(
  trx: Queryable,
  input: { memberId: string; skeleton: string; now: Date },
): Promise<void> {
  const { memberId, skeleton, now } = input
  await sql`
    with earlier as (
      delete from former_pseudonym where member_id = ${memberId} returning name_key, left_at
    )
    insert into former_pseudonym (name_key, left_at)
    select name_key, date_trunc('week', left_at, 'UTC') + interval '7 days' from (
      select name_key, left_at from earlier
      union all select ${skeleton}, ${now}::timestamptz
    ) names order by name_key`.execute(trx)
}

/** Whether a member has this name or a similar one, or gave it up after `since`. */
async function isNameInUse(
  db: Queryable,
  input: NameColumns & { since: Date; exceptMemberId: string | undefined },
): Promise<boolean> {
  const { anonymousUsernameKey, anonymousUsernameSkeleton, since, exceptMemberId } = input
  // One statement, so that a name given up at this moment is found in one of the two tables.
  let taken = db
    .selectFrom('member')
    .select((eb) => eb.lit(1).as('found'))
    .where((eb) =>
      // Servers of an older release store no skeleton.
      eb.or([
        eb('anonymousUsernameSkeleton', '=', anonymousUsernameSkeleton),
        eb('anonymousUsernameKey', '=', anonymousUsernameKey),
      ]),
    )
  let reserved = db
    .selectFrom('formerPseudonym')
    .select((eb) => eb.lit(1).as('found'))
    .where('nameKey', '=', anonymousUsernameSkeleton)
    .where('leftAt', '>', since)
  if (exceptMemberId !== undefined) {
    taken = taken.where('memberId', '<>', exceptMemberId)
    reserved = reserved.where('memberId', 'is distinct from', exceptMemberId)
  }
  return (await taken.unionAll(reserved).executeTakeFirst()) !== undefined
}

export async function deleteFormer(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('formerPseudonym').where('leftAt', '<', before).execute()
}

/** Forgets the skeletons of names that are questionable or were changed after `since`. */
export async function forgetSkeletons(db: Queryable, since: Date): Promise<void> {
  await sql`
    update member set anonymous_username_skeleton = null, has_questionable_name = false
    where has_questionable_name
      or member_id in (select member_id from former_pseudonym where left_at > ${since})`.execute(db)
}

export interface UnkeyedName {
  memberId: string
  anonymousUsername: string
}

/** The oldest names without a skeleton: those that servers of an older release stored. */
export function listUnkeyedNames(db: Queryable, limit: number): Promise<UnkeyedName[]> {
  return db
    .selectFrom('member')
    .select(['memberId', 'anonymousUsername'])
    .where('anonymousUsernameSkeleton', 'is', null)
    .orderBy('createdAt')
    .orderBy('memberId')
    .limit(limit)
    .execute()
}

/** Which of the skeletons members have. */
export async function findSkeletons(
  db: Queryable,
  skeletons: readonly string[],
): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('member')
    .select('anonymousUsernameSkeleton')
    .where('anonymousUsernameSkeleton', 'in', skeletons)
    .execute()
  return new Set(rows.map((row) => row.anonymousUsernameSkeleton))
}

/** Stores skeletons of names that did not change meanwhile. */
export async function storeSkeletons(
  db: Queryable,
  names: readonly (UnkeyedName & { skeleton: string; isQuestionable: boolean })[],
): Promise<void> {
  await sql`
    update member set anonymous_username_skeleton = names.skeleton,
      has_questionable_name = names.is_questionable
    from unnest(
      ${names.map((name) => name.memberId)}::uuid[],
      ${names.map((name) => name.anonymousUsername)}::text[],
      ${names.map((name) => name.skeleton)}::text[],
      ${names.map((name) => name.isQuestionable)}::boolean[]
    ) as names (member_id, anonymous_username, skeleton, is_questionable)
    where member.member_id = names.member_id
      and member.anonymous_username = names.anonymous_username
      and member.anonymous_username_skeleton is null`.execute(db)
}

export function listFormerKeys(
  db: Queryable,
): Promise<{ formerPseudonymId: number; nameKey: string }[]> {
  return db.selectFrom('formerPseudonym').select(['formerPseudonymId', 'nameKey']).execute()
}

export async function updateFormerKey(
  db: Queryable,
  { formerPseudonymId, nameKey }: { formerPseudonymId: number; nameKey: string },
): Promise<void> {
  await db
    .updateTable('formerPseudonym')
    .set({ nameKey })
    .where('formerPseudonymId', '=', formerPseudonymId)
    .execute()
}
