import type { SelectQueryBuilder } from 'kysely'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.gen.ts'
import type { CheckoutRequest, PricedProduct, PriceRefs } from '#server/ports/payments/port.ts'
import type { TillSessionState } from './policy.ts'

/** A session with its product. */
export interface SessionRow {
  sessionRef: string
  checkoutId: string
  customerRef: string
  state: TillSessionState
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  isLeft: boolean
  title: string
  productType: ProductType
  priceCents: number
  /** The record that its payment created; null until it is paid. */
  tillRecordId: number | null
  subscriptionRef: string | null
  /** The id of its first payment. */
  paymentRef: string | null
}

/**
 * Stores a product's price under ids derived from it, and updates the title on all prices of the
 * product.
 */
export async function keepPrice(
  db: Queryable,
  { productId, title, productType, priceCents }: PricedProduct,
): Promise<PriceRefs> {
  const refs = {
    productRef: `till_product_${productId}`,
    priceRef: `till_price_${productId}_${productType}_${priceCents}`,
  }
  await db
    .insertInto('tillPrice')
    .values({ ...refs, productId, title, productType, priceCents })
    .onConflict((conflict) => conflict.column('priceRef').doUpdateSet({ title }))
    .execute()
  await db.updateTable('tillPrice').set({ title }).where('productId', '=', productId).execute()
  return refs
}

/** Stores a member's customer with the current address, and returns its id. */
export async function keepCustomer(
  db: Queryable,
  customer: { customerRef: string; memberId: string; email: string },
): Promise<string> {
  const row = await db
    .insertInto('tillCustomer')
    .values(customer)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ email: customer.email }))
    .returning('customerRef')
    .executeTakeFirstOrThrow()
  return row.customerRef
}

/**
 * Changes a customer's address. Undefined if the customer doesn't exist or its account was deleted.
 */
export function updateCustomer(
  db: Queryable,
  { customerRef, email }: { customerRef: string; email: string },
): Promise<{ customerRef: string } | undefined> {
  return db
    .updateTable('tillCustomer')
    .set({ email })
    .where('customerRef', '=', customerRef)
    .where('memberId', 'is not', null)
    .returning('customerRef')
    .executeTakeFirst()
}

/** Removes a customer's identity. Their purchases stay in the till's records. */
export async function forgetCustomer(db: Queryable, memberId: string): Promise<void> {
  await db
    .updateTable('tillCustomer')
    .set({ memberId: null, email: null })
    .where('memberId', '=', memberId)
    .execute()
}

/**
 * Stores a new session and returns its id; for a checkout that already has one, returns that one's.
 */
export async function keepSession(
  db: Queryable,
  { request, sessionRef, now }: { request: CheckoutRequest; sessionRef: string; now: Date },
): Promise<string> {
  const { checkoutId, customerRef, priceRef, successUrl, cancelUrl, expiresAt } = request
  const times = { createdAt: now, expiresAt }
  const row = await db
    .insertInto('tillSession')
    .values({
      sessionRef,
      checkoutId,
      customerRef,
      priceRef,
      successUrl,
      cancelUrl,
      state: 'open',
      ...times,
    })
    .onConflict((conflict) => conflict.column('checkoutId').doUpdateSet({ checkoutId }))
    .returning('sessionRef')
    .executeTakeFirstOrThrow()
  return row.sessionRef
}

export function findSession(db: Queryable, sessionRef: string): Promise<SessionRow | undefined> {
  return sessions(db).where('tillSession.sessionRef', '=', sessionRef).executeTakeFirst()
}

/** Reads a session and locks it until the transaction ends. */
export async function lockSession(
  trx: Queryable,
  sessionRef: string,
): Promise<SessionRow | undefined> {
  await trx
    .selectFrom('tillSession')
    .select('sessionRef')
    .where('sessionRef', '=', sessionRef)
    .forUpdate()
    .execute()
  return findSession(trx, sessionRef)
}

/** Newest first. */
export function listSessions(db: Queryable, customerRef: string): Promise<SessionRow[]> {
  return sessions(db)
    .where('tillSession.customerRef', '=', customerRef)
    .orderBy('tillSession.createdAt', 'desc')
    .orderBy('tillSession.sessionRef')
    .execute()
}

/** The ids of open sessions whose time is over. */
export async function listOverdueSessions(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('tillSession')
    .select('sessionRef')
    .where('state', '=', 'open')
    .where('expiresAt', '<=', now)
    .execute()
  return rows.map((row) => row.sessionRef)
}

export async function updateSession(
  trx: Queryable,
  sessionRef: string,
  changes: { state?: TillSessionState; isLeft?: boolean },
): Promise<void> {
  await trx.updateTable('tillSession').set(changes).where('sessionRef', '=', sessionRef).execute()
}

function sessions(db: Queryable): SelectQueryBuilder<DB, 'tillSession', SessionRow> {
  const query = db
    .selectFrom('tillSession')
    .innerJoin('tillPrice', 'tillPrice.priceRef', 'tillSession.priceRef')
    .leftJoin('tillRecord', 'tillRecord.sessionRef', 'tillSession.sessionRef')
    .select((eb) => [
      'tillSession.sessionRef',
      'tillSession.checkoutId',
      'tillSession.customerRef',
      'tillSession.state',
      'tillSession.successUrl',
      'tillSession.cancelUrl',
      'tillSession.expiresAt',
      'tillSession.isLeft',
      'tillPrice.title',
      'tillPrice.productType',
      'tillPrice.priceCents',
      'tillRecord.tillRecordId',
      'tillRecord.subscriptionRef',
      eb
        .selectFrom('tillPayment')
        .select('tillPayment.paymentRef')
        .whereRef('tillPayment.tillRecordId', '=', 'tillRecord.tillRecordId')
        .orderBy('tillPayment.paidAt')
        .orderBy('tillPayment.paymentRef')
        .limit(1)
        .as('paymentRef'),
    ])
  // A check constraint limits the column to these states. The cast also hides further joined tables
  // from the type.
  return query as unknown as SelectQueryBuilder<DB, 'tillSession', SessionRow>
}
