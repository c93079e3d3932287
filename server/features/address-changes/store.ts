import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { AddressChange } from '#server/db/schema.gen.ts'

export type AddressChangeRow = Selectable<AddressChange>

export interface LockedMember {
  email: string
  emailVerifiedAt: Date | null
  /** The address change that the password was set through; null if the owner set it. */
  passwordAddressChangeId: number | null
}

export async function insertChange(
  trx: Queryable,
  change: {
    memberId: string
    byAdmin: boolean
    oldEmail: string
    oldEmailVerifiedAt: Date | null
    newEmail: string
    tokenHash: Buffer
    createdAt: Date
    undoUntil: Date
    holdUntil: Date | null
  },
): Promise<void> {
  await trx.insertInto('addressChange').values(change).execute()
}

export function findChange(
  db: Queryable,
  tokenHash: Buffer,
): Promise<AddressChangeRow | undefined> {
  return db
    .selectFrom('addressChange')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** The member's oldest change from this address that can still be undone. */
export function findUndoable(
  db: Queryable,
  input: { memberId: string; oldEmail: string; now: Date },
): Promise<AddressChangeRow | undefined> {
  return db
    .selectFrom('addressChange')
    .selectAll()
    .where('memberId', '=', input.memberId)
    .where('oldEmail', '=', input.oldEmail)
    .where('undoUntil', '>', input.now)
    .where('agreedAt', 'is', null)
    .where('undoneAt', 'is', null)
    .orderBy('addressChangeId')
    .executeTakeFirst()
}

/**
 * Whether the address is held for a member other than `memberId`, who had verified it and can still
 * return to it.
 */
export async function isHeldForOthers(
  db: Queryable,
  input: { email: string; memberId: string | undefined; now: Date },
): Promise<boolean> {
  let query = db
    .selectFrom('addressChange')
    .select('addressChangeId')
    .where('oldEmail', '=', input.email)
    .where('oldEmailVerifiedAt', 'is not', null)
    .where('undoUntil', '>', input.now)
    .where('agreedAt', 'is', null)
    .where('undoneAt', 'is', null)
  if (input.memberId !== undefined) query = query.where('memberId', '<>', input.memberId)
  return (await query.executeTakeFirst()) !== undefined
}

/** The member's newest change with a running hold, and when the last of all running holds ends. */
export async function findHold(
  db: Queryable,
  { memberId, now }: { memberId: string; now: Date },
): Promise<{ addressChangeId: number; holdUntil: Date } | undefined> {
  const row = await db
    .selectFrom('addressChange')
    .select((eb) => [
      eb.fn.max('addressChangeId').as('addressChangeId'),
      eb.fn.max('holdUntil').as('holdUntil'),
    ])
    .where('memberId', '=', memberId)
    .where('holdUntil', '>', now)
    .where('agreedAt', 'is', null)
    .where('undoneAt', 'is', null)
    .executeTakeFirst()
  if (!row?.addressChangeId || !row.holdUntil) return undefined
  return { addressChangeId: row.addressChangeId, holdUntil: row.holdUntil }
}

export async function markAgreed(
  trx: Queryable,
  { addressChangeId, now }: { addressChangeId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('addressChange')
    .set({ agreedAt: now })
    .where('addressChangeId', '=', addressChangeId)
    .execute()
}

/** Marks a change and every later one of the member as undone. */
export async function markUndone(
  trx: Queryable,
  input: { memberId: string; fromId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('addressChange')
    .set({ undoneAt: input.now })
    .where('memberId', '=', input.memberId)
    .where('addressChangeId', '>=', input.fromId)
    .where('undoneAt', 'is', null)
    .execute()
}

/** Reads the member's fields that address changes use, and locks the row. */
export function lockMemberForChange(
  trx: Queryable,
  memberId: string,
): Promise<LockedMember | undefined> {
  return trx
    .selectFrom('member')
    .select(['email', 'emailVerifiedAt', 'passwordAddressChangeId'])
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setVerifiedAt(
  trx: Queryable,
  { memberId, verifiedAt }: { memberId: string; verifiedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ emailVerifiedAt: verifiedAt })
    .where('memberId', '=', memberId)
    .execute()
}

/** Ends the sessions that began through this change or a later one. */
export async function deleteSessionsThrough(
  trx: Queryable,
  { memberId, fromId }: { memberId: string; fromId: number },
): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('memberId', '=', memberId)
    .where('addressChangeId', '>=', fromId)
    .execute()
}

export async function deleteOldChanges(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('addressChange').where('createdAt', '<', before).execute()
  await db.deleteFrom('emailChangeRequest').where('expiresAt', '<', before).execute()
}

/** The account's former addresses that no other member has; emails to them may still be stored. */
export async function listOldAddresses(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('addressChange')
    .select('oldEmail')
    .where('memberId', '=', memberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member')
            .select('member.memberId')
            .whereRef('member.email', '=', 'addressChange.oldEmail')
            .where('member.memberId', '<>', memberId),
        ),
      ),
    )
    .execute()
  return rows.map(({ oldEmail }) => oldEmail)
}

/** A change without its link's token hash, as its member may see it. */
export type OwnChange = Pick<
  AddressChangeRow,
  'byAdmin' | 'oldEmail' | 'newEmail' | 'createdAt' | 'agreedAt' | 'undoneAt'
>

export function listOwnChanges(db: Queryable, memberId: string): Promise<OwnChange[]> {
  return db
    .selectFrom('addressChange')
    .select(['byAdmin', 'oldEmail', 'newEmail', 'createdAt', 'agreedAt', 'undoneAt'])
    .where('memberId', '=', memberId)
    .orderBy('addressChangeId')
    .execute()
}

// A member's own change, until its code has been entered

/** Replaces an earlier request of the member. */
export async function putRequest(
  trx: Queryable,
  request: { memberId: string; newEmail: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { memberId: _, ...rest } = request
  await trx
    .insertInto('emailChangeRequest')
    .values(request)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ ...rest, wrongTries: 0 }))
    .execute()
}

/** Counts a try and returns the request; undefined if it has expired or is out of tries. */
export function countTry(
  db: Queryable,
  input: { memberId: string; maxTries: number; now: Date },
): Promise<{ newEmail: string; codeHash: Buffer } | undefined> {
  return db
    .updateTable('emailChangeRequest')
    .set((eb) => ({ wrongTries: eb('wrongTries', '+', 1) }))
    .where('memberId', '=', input.memberId)
    .where('wrongTries', '<', input.maxTries)
    .where('expiresAt', '>', input.now)
    .returning(['newEmail', 'codeHash'])
    .executeTakeFirst()
}

/** Uses up the request; false if another call just used it. */
export async function takeRequest(
  trx: Queryable,
  { memberId, codeHash }: { memberId: string; codeHash: Buffer },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('emailChangeRequest')
    .where('memberId', '=', memberId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteRequest(trx: Queryable, memberId: string): Promise<void> {
  await trx.deleteFrom('emailChangeRequest').where('memberId', '=', memberId).execute()
}
