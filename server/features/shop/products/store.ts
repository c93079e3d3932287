import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DB, PurchaseState } from '#server/db/schema.gen.ts'

/** The values that an administrator edits. */
export interface ProductValues {
  title: string
  /** Sanitized. */
  description: string
  priceCents: number
  productType: ProductType
  displayOrder: number
  /** A name in the product image storage. */
  imageName: string | null
  /** A key in the file store. All four file columns are set, or none. */
  fileKey: string | null
  fileName: string | null
  fileType: string | null
  /** Bytes. */
  fileSize: number | null
}

export interface ProductRow extends ProductValues {
  productId: number
  isDeleted: boolean
  updatedAt: Date
}

/** A product with the caller's purchase of it. */
export interface OfferRow extends ProductRow {
  purchaseId: number | null
  /** Null without a purchase that is running or gives access. */
  endsAtPeriodEnd: boolean | null
  hasAccess: boolean | null
  /** Its buyers can join the live room. */
  isMembership: boolean
}

export interface AdminProductRow extends ProductRow {
  /** Purchases that give access now. */
  ownerCount: number
  /** Someone has bought it, or is about to. */
  isSold: boolean
  /** Someone has, is about to get, or may get back its file. */
  isOwned: boolean
}

const COLUMNS = [
  'product.productId',
  'product.title',
  'product.description',
  'product.priceCents',
  'product.productType',
  'product.displayOrder',
  'product.isDeleted',
  'product.imageName',
  'product.fileKey',
  'product.fileName',
  'product.fileType',
  'product.updatedAt',
] as const

/** PostgreSQL returns bigint as text. */
const FILE_SIZE = sql<number | null>`product.file_size::float8`.as('fileSize')

/** States of a subscription that hasn't ended, with or without access. */
const RUNNING: readonly PurchaseState[] = ['active', 'past_due', 'paused']

/** Published products by display order, then id. */
export function listOffers(
  db: Queryable,
  { memberId, now }: { memberId: string | undefined; now: Date },
): Promise<OfferRow[]> {
  return db
    .selectFrom('product')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('purchase')
          .select((eb) => [
            'purchase.purchaseId',
            'purchase.endsAtPeriodEnd',
            givesAccess(eb, now).$castTo<boolean>().as('hasAccess'),
          ])
          .whereRef('purchase.productId', '=', 'product.productId')
          // Visitors have no id, and no row equals null.
          .where('purchase.memberId', '=', memberId ?? null)
          .where('purchase.isSurplus', '=', false)
          .where((eb) => eb.or([givesAccess(eb, now), eb('purchase.state', 'in', RUNNING)]))
          .orderBy('hasAccess', 'desc')
          .orderBy('purchase.purchasedAt', 'desc')
          .limit(1)
          .as('own'),
      (join) => join.onTrue(),
    )
    .select([...COLUMNS, FILE_SIZE, 'own.purchaseId', 'own.endsAtPeriodEnd', 'own.hasAccess'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('websiteSettings')
          .select('membershipProductId')
          .whereRef('membershipProductId', '=', 'product.productId'),
      )
        .$castTo<boolean>()
        .as('isMembership'),
    )
    .where('product.isDeleted', '=', false)
    .orderBy('product.displayOrder')
    .orderBy('product.productId')
    .execute()
}

/** All products by display order, then id. */
export function listAdminProducts(db: Queryable, now: Date): Promise<AdminProductRow[]> {
  return adminProducts(db, now)
    .orderBy('product.displayOrder')
    .orderBy('product.productId')
    .execute()
}

export function findAdminProduct(
  db: Queryable,
  { productId, now }: { productId: number; now: Date },
): Promise<AdminProductRow | undefined> {
  return adminProducts(db, now).where('product.productId', '=', productId).executeTakeFirst()
}

function adminProducts(
  db: Queryable,
  now: Date,
): SelectQueryBuilder<DB, 'product', AdminProductRow> {
  const owners = db
    .selectFrom('purchase')
    .select(['purchase.productId', sql<number>`count(*)::int`.as('count')])
    .where('purchase.memberId', 'is not', null)
    .where('purchase.isSurplus', '=', false)
    .where((eb) => givesAccess(eb, now))
    .groupBy('purchase.productId')
    .as('owners')
  // Hides the joined table from the type, since callers don't filter by it.
  return db
    .selectFrom('product')
    .leftJoin(owners, 'owners.productId', 'product.productId')
    .select((eb) => [
      ...COLUMNS,
      FILE_SIZE,
      sql<number>`coalesce(owners.count, 0)`.as('ownerCount'),
      sold(eb).as('isSold'),
      owned(eb, now).as('isOwned'),
    ])
}

/** `access_until` alone decides who has access. */
function givesAccess(eb: ExpressionBuilder<DB, 'purchase'>, now: Date) {
  return eb.or([eb('purchase.accessUntil', 'is', null), eb('purchase.accessUntil', '>', now)])
}

export function findProduct(db: Queryable, productId: number): Promise<ProductRow | undefined> {
  return product(db, productId).executeTakeFirst()
}

/**
 * The same, locked until the transaction ends: nobody else can change it or start to buy it, since
 * inserting a row that refers to it waits.
 */
export function lockProduct(trx: Queryable, productId: number): Promise<ProductRow | undefined> {
  return product(trx, productId).forUpdate().executeTakeFirst()
}

function product(db: Queryable, productId: number): SelectQueryBuilder<DB, 'product', ProductRow> {
  return db
    .selectFrom('product')
    .select([...COLUMNS, FILE_SIZE])
    .where('product.productId', '=', productId)
}

export async function insertProduct(
  trx: Queryable,
  values: ProductValues & { isDeleted: boolean; now: Date },
): Promise<number> {
  const { now, ...columns } = values
  const { productId } = await trx
    .insertInto('product')
    .values({ ...columns, createdAt: now, updatedAt: now })
    .returning('productId')
    .executeTakeFirstOrThrow()
  return productId
}

export async function updateProduct(
  trx: Queryable,
  productId: number,
  changes: Partial<ProductValues & { isDeleted: boolean }> & { updatedAt: Date },
): Promise<void> {
  await trx.updateTable('product').set(changes).where('productId', '=', productId).execute()
}

/** All products with their display order, locked until the transaction ends. */
export function lockProducts(
  trx: Queryable,
): Promise<Pick<ProductRow, 'productId' | 'displayOrder'>[]> {
  return trx
    .selectFrom('product')
    .select(['productId', 'displayOrder'])
    .orderBy('productId')
    .forNoKeyUpdate()
    .execute()
}

/** Numbers products from 1 in the order of their ids. */
export async function storeOrder(
  trx: Queryable,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    update product set display_order = wanted.place, updated_at = ${now}
    from unnest(${ids}::int[]) with ordinality as wanted (product_id, place)
    where product.product_id = wanted.product_id and display_order <> wanted.place
  `.execute(trx)
}

/** Whether someone has bought a product, or is about to. */
export async function isSold(trx: Queryable, productId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('product')
    .select((eb) => sold(eb).as('isSold'))
    .where('product.productId', '=', productId)
    .executeTakeFirst()
  return row?.isSold ?? false
}

/** Whether someone has, is about to get, or may get back a product's file. */
export async function isOwned(
  trx: Queryable,
  { productId, now }: { productId: number; now: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('product')
    .select((eb) => owned(eb, now).as('isOwned'))
    .where('product.productId', '=', productId)
    .executeTakeFirst()
  return row?.isOwned ?? false
}

function sold(eb: ExpressionBuilder<DB, 'product'>) {
  const bought = eb
    .selectFrom('purchase')
    .select('purchase.productId')
    .whereRef('purchase.productId', '=', 'product.productId')
  return eb.or([beingBought(eb), eb.exists(bought)]).$castTo<boolean>()
}

function owned(eb: ExpressionBuilder<DB, 'product'>, now: Date) {
  const had = eb
    .selectFrom('purchase')
    .select('purchase.productId')
    .whereRef('purchase.productId', '=', 'product.productId')
    .where('purchase.memberId', 'is not', null)
    .where('purchase.isSurplus', '=', false)
    .where((of) =>
      of.or([givesAccess(of, now), of('purchase.state', 'in', [...RUNNING, 'disputed'])]),
    )
  return eb.or([beingBought(eb), eb.exists(had)]).$castTo<boolean>()
}

function beingBought(eb: ExpressionBuilder<DB, 'product'>) {
  return eb.exists(
    eb
      .selectFrom('checkout')
      .select('checkout.productId')
      .whereRef('checkout.productId', '=', 'product.productId')
      .where('checkout.status', 'in', ['opening', 'open', 'processing']),
  )
}
