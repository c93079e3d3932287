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
 * The change that a session or a password which begins now through the account's address is marked
 * with; null when the address is not an administrator's recent choice. Marked sessions cannot open
 * private writing until the old address agrees or the hold ends (decision 53).
 */
export async function findMark(
  trx: Queryable,
  { memberId, now }: { memberId: string; now: Date },
): Promise<number | null> {
  return (await findHold(trx, { memberId, now }))?.addressChangeId ?? null
}

/** Until when an administrator's change of the member's address is held back; null when none is. */
export async function findHoldEnd(context: Context, memberId: string): Promise<Date | null> {
  const hold = await findHold(context.db, { memberId, now: context.now() })
  return hold?.holdUntil ?? null
}

/** Whether an address was somebody's a moment ago, who can still return to it. */
export function isReturnAddress(
  db: Queryable,
  input: { email: string; memberId?: string | undefined; now: Date },
): Promise<boolean> {
  const { email, memberId, now } = input
  return isHeldForOthers(db, { email, memberId, now })
}

/** The changes of address of a member that are still kept, oldest first. */
export function readOwnChanges(db: Queryable, memberId: string): Promise<OwnChange[]> {
  return listOwnChanges(db, memberId)
}

/** Addresses that an account had lately, for its removal. */
export function findOldAddresses(db: Queryable, memberId: string): Promise<string[]> {
  return listOldAddresses(db, memberId)
}
