import type { Queryable } from '#server/db/connect.ts'
import { findProduct } from './store.ts'

/** Whether a product exists, for sale or not. A product is never deleted. */
export async function isProduct(db: Queryable, productId: number): Promise<boolean> {
  return (await findProduct(db, productId)) !== undefined
}
