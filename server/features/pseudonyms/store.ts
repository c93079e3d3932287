import type { Queryable } from '#server/db/connect.ts'

export interface PseudonymRow {
  anonymousUsername: string
  anonymousUsernameKey: string
}

/** Reads a member's name and locks it until the transaction ends. */
export function lockPseudonym(trx: Queryable, memberId: string): Promise<PseudonymRow | undefined> {
  return trx
    .selectFrom('member')
    .select(['anonymousUsername', 'anonymousUsernameKey'])
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
  { memberId, ...name }: PseudonymRow & { memberId: string },
): Promise<void> {
  await trx.updateTable('member').set(name).where('memberId', '=', memberId).execute()
}

export async function insertFormer(
  trx: Queryable,
  former: { memberId: string; nameKey: string; leftAt: Date },
): Promise<void> {
  await trx.insertInto('formerPseudonym').values(former).execute()
}

/** Whether a member has this name or a similar one, or gave it up after `since`. */
export async function isNameInUse(
  db: Queryable,
  input: { key: string; since: Date; exceptMemberId: string | undefined },
): Promise<boolean> {
  const { key, since, exceptMemberId } = input
  // One statement, so that a name given up at this moment is found in one of the two tables.
  let taken = db.selectFrom('member').select('memberId').where('anonymousUsernameKey', '=', key)
  let reserved = db
    .selectFrom('formerPseudonym')
    .select('memberId')
    .where('nameKey', '=', key)
    .where('leftAt', '>', since)
  if (exceptMemberId !== undefined) {
    taken = taken.where('memberId', '<>', exceptMemberId)
    reserved = reserved.where('memberId', '<>', exceptMemberId)
  }
  return (await taken.unionAll(reserved).executeTakeFirst()) !== undefined
}

export async function deleteFormer(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('formerPseudonym').where('leftAt', '<', before).execute()
}
