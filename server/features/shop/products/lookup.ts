import type { Queryable } from '#server/db/connect.ts'
import { findProduct, isAnythingSold } from './store.ts'

/** Whether a product exists, for sale or not. A product is never deleted. */
export async function isProduct(db: Queryable, productId: number): Promise<boolean> {
  return (await findProduct(db, productId)) !== undefined
}

/** Whether anything was ever sold or is being bought right now. */
export function hasSales(db: Queryable): Promise<boolean> {
  return isAnythingSold(db)
}
