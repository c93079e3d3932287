import type { Queryable } from '#server/db/connect.ts'
import { forgetCustomer } from './store.ts'

/**
 * Takes a member out of the till's books whose account is gone. A real provider keeps its own books
 * by its own rules; this one lies in our database.
 */
export function forgetTillCustomer(db: Queryable, memberId: string): Promise<void> {
  return forgetCustomer(db, memberId)
}
