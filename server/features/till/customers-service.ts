import type { Queryable } from '#server/db/connect.ts'
import { forgetCustomer } from './store.ts'

/**
 * Removes a deleted member from the till's books. A real provider keeps its own books by its own
 * rules; the till's are in our database.
 */
export function forgetTillCustomer(db: Queryable, memberId: string): Promise<void> {
  return forgetCustomer(db, memberId)
}
