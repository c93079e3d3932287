import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { AddressChangeRow } from './store.ts'

/**
 * The address change with which to mark a session or password obtained now through the account's
 * address; null unless an administrator set the address recently. Marked sessions cannot open
 * private writing until the old address agrees or the hold ends (note 016).
 */
export async function findHoldChangeId(
  trx: Queryable,
  { memberId, now }: { memberId: string; now: Date },
): Promise<number | null> {
  return (await findHold(trx, { memberId, now }))?.addressChangeId ?? null
}

/**
 * When the hold on an administrator's change of the member's address ends; null if there is none.
 */
export async function findHoldEnd(context: Context, memberId: string): Promise<Date | null> {
  const hold = await findHold(context.db, { memberId, now: context.now() })
  return hold?.holdUntil ?? null
}

/**
 * Whether a member other than `memberId` can still return to this address by undoing a change. An
 * address that was never verified is held for nobody.
 */
export async function isReturnAddress(
  db: Queryable,
  input: { email: string; memberId?: string | undefined; now: Date },
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

/** A change without its link's token hash, as its member may see it. */
export type OwnChange = Pick<
  AddressChangeRow,
  'byAdmin' | 'oldEmail' | 'newEmail' | 'createdAt' | 'agreedAt' | 'undoneAt'
>

/** The member's address changes that are still stored, oldest first. */
export function readOwnChanges(db: Queryable, memberId: string): Promise<OwnChange[]> {
  return db
    .selectFrom('addressChange')
    .select(['byAdmin', 'oldEmail', 'newEmail', 'createdAt', 'agreedAt', 'undoneAt'])
    .where('memberId', '=', memberId)
    .orderBy('addressChangeId')
    .execute()
}

/**
 * The account's recent former addresses that no other member has, for its removal: emails to them
 * may still be stored.
 */
export async function findOldAddresses(db: Queryable, memberId: string): Promise<string[]> {
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

/** The member's newest change with a running hold, and when the last of all running holds ends. */
async function findHold(
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
