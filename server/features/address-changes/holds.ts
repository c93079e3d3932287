import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import {
  findHold,
  isHeldForOthers,
  listOldAddresses,
  listOwnChanges,
  type OwnChange,
} from './store.ts'

export type { OwnChange } from './store.ts'

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
export function isReturnAddress(
  db: Queryable,
  input: { email: string; memberId?: string | undefined; now: Date },
): Promise<boolean> {
  const { email, memberId, now } = input
  return isHeldForOthers(db, { email, memberId, now })
}

/** The member's address changes that are still stored, oldest first. */
export function readOwnChanges(db: Queryable, memberId: string): Promise<OwnChange[]> {
  return listOwnChanges(db, memberId)
}

/** The account's recent former addresses, for its removal. */
export function findOldAddresses(db: Queryable, memberId: string): Promise<string[]> {
  return listOldAddresses(db, memberId)
}
