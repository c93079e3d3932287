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

export async function deleteRequest(trx: Queryable, memberId: string): Promise<void> {
  await trx.deleteFrom('emailChangeRequest').where('memberId', '=', memberId).execute()
}
