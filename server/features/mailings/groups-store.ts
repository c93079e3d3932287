import type { Queryable } from '#server/db/connect.ts'

/** Includes unpublished products, because they have buyers too. */
export async function findProductTitle(
  db: Queryable,
  productId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('product')
    .select('title')
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.title
}

export function listProductTitles(
  db: Queryable,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('product')
    .select(['productId as id', 'title'])
    .orderBy('title')
    .orderBy('productId')
    .limit(limit)
    .execute()
}
