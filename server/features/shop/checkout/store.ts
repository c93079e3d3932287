import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Currency } from '#contract/currencies.ts'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Checkout, CheckoutStatus, DB } from '#server/db/schema.gen.ts'

const CHECKOUT = [
  'checkoutId',
  'memberId',
  'productId',
  'provider',
  'productType',
  'priceCents',
  'sessionRef',
  'url',
  'status',
  /** Increases each time the provider's state is stored. */
  'revision',
  'expiresAt',
  'finishedAt',
] as const

/** A checkout. Its purchase and payments are updated together from the provider's state. */
export type CheckoutRow = Pick<Selectable<Checkout>, (typeof CHECKOUT)[number]>

export interface OnSaleRow {
  productId: number
  title: string
  productType: ProductType
  priceCents: number
  currency: Currency
}

/** A product that can be bought. */
export function findOnSale(db: Queryable, productId: number): Promise<OnSaleRow | undefined> {
  return onSale(db, productId).executeTakeFirst()
}

/**
 * The same, locked until the transaction ends: no administrator can change or unpublish the
 * product, or change the site's currency.
 */
export function lockOnSale(trx: Queryable, productId: number): Promise<OnSaleRow | undefined> {
  return onSale(trx, productId)
    .forKeyShare('product')
    .forShare('websiteSettings')
    .executeTakeFirst()
}

function onSale(
  db: Queryable,
  productId: number,
): SelectQueryBuilder<DB, 'product' | 'websiteSettings', OnSaleRow> {
  return (
    db
      .selectFrom('product')
      .innerJoin('websiteSettings', (join) => join.onTrue())
      .select(['productId', 'title', 'productType', 'priceCents'])
      // The settings accept only these currencies.
      .select((eb) => eb.ref('websiteSettings.currency').$castTo<Currency>().as('currency'))
      .where('productId', '=', productId)
      .where('isDeleted', '=', false)
  )
}

/** The member's unfinished checkout of a product; there is at most one. */
export function findUnderWay(
  db: Queryable,
  { memberId, productId }: { memberId: string; productId: number },
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkout')
    .select(CHECKOUT)
    .where('memberId', '=', memberId)
    .where('productId', '=', productId)
    .where('status', 'in', ['opening', 'open', 'processing'])
    .executeTakeFirst()
}

export function findCheckout(db: Queryable, checkoutId: string): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkout')
    .select(CHECKOUT)
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends, so that nothing else is stored into it. */
export function lockCheckout(trx: Queryable, checkoutId: string): Promise<CheckoutRow | undefined> {
  return (
    trx
      .selectFrom('checkout')
      .select(CHECKOUT)
      .where('checkoutId', '=', checkoutId)
      // Rows that refer to it can still be inserted meanwhile, such as another purchase's mismatch
      // under the product's lock.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

/** A member's newest checkouts at a provider; the limit is more than anyone has. */
export function listCheckoutsOf(
  db: Queryable,
  { memberId, provider }: { memberId: string; provider: string },
): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkout')
    .select(CHECKOUT)
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .orderBy('createdAt', 'desc')
    .limit(500)
    .execute()
}

/** Undefined if the member already has an unfinished checkout for this product. */
export function insertCheckout(
  trx: Queryable,
  checkout: Pick<
    CheckoutRow,
    'memberId' | 'productId' | 'provider' | 'productType' | 'priceCents' | 'expiresAt'
  > & { createdAt: Date },
): Promise<CheckoutRow | undefined> {
  return trx
    .insertInto('checkout')
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .returning(CHECKOUT)
    .executeTakeFirst()
}

/**
 * Gives up a checkout that was never opened, or that can't be closed: it was made at another
 * provider, or the provider no longer knows it.
 */
export async function giveUpCheckout(
  db: Queryable,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('checkout')
    .set((eb) => ({ status: 'expired', finishedAt: now, revision: eb('revision', '+', 1) }))
    .where('checkoutId', '=', checkoutId)
    .where('status', 'in', ['opening', 'open', 'processing'])
    .execute()
}

export interface FinishedRow {
  status: CheckoutStatus
  title: string
  productType: ProductType
  isSurplus: boolean | null
  /** Null until the checkout is paid. */
  purchaseId: number | null
  fileKey: string | null
}

/** A member's checkout for the page after it. */
export function findFinished(
  db: Queryable,
  { checkoutId, memberId }: { checkoutId: string; memberId: string },
): Promise<FinishedRow | undefined> {
  return db
    .selectFrom('checkout')
    .innerJoin('product', 'product.productId', 'checkout.productId')
    .leftJoin('purchase', 'purchase.checkoutId', 'checkout.checkoutId')
    .select([
      'checkout.status',
      'product.title',
      'checkout.productType',
      'purchase.isSurplus',
      'purchase.purchaseId',
      'product.fileKey',
    ])
    .where('checkout.checkoutId', '=', checkoutId)
    .where('checkout.memberId', '=', memberId)
    .executeTakeFirst()
}
