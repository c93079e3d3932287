import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { CheckoutStatus } from '#server/db/schema.gen.ts'
import type { PaymentEvent, PaymentSnapshot } from '#server/ports/payments/port.ts'
import type { PaymentFacts, PurchaseTerms } from '../policy.ts'
import { PURCHASE, type PurchaseRow } from '../purchases/store.ts'

/**
 * Locks a member's purchases of one product until the transaction ends, so that they are decided
 * one at a time.
 */
export async function lockProductOf(
  trx: Queryable,
  { memberId, productId }: { memberId: string; productId: number },
): Promise<void> {
  const key = `purchase ${memberId} ${productId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

export async function updateCheckout(
  trx: Queryable,
  checkout: {
    checkoutId: string
    status: CheckoutStatus
    finishedAt: Date | null
    sessionRef: string | null
  },
): Promise<void> {
  const { checkoutId, ...values } = checkout
  await trx
    .updateTable('checkout')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('checkoutId', '=', checkoutId)
    .execute()
}

export function findPurchaseByCheckout(
  db: Queryable,
  checkoutId: string,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchase')
    .select(PURCHASE)
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirst()
}

/** The checkout that a provider's object belongs to, if it is known here. */
export async function findCheckoutId(
  db: Queryable,
  provider: string,
  ref: { sessionRef: string } | { subscriptionRef: string } | { paymentRef: string },
): Promise<string | undefined> {
  if ('sessionRef' in ref) {
    const query = db.selectFrom('checkout').where('sessionRef', '=', ref.sessionRef)
    return (await query.select('checkoutId').where('provider', '=', provider).executeTakeFirst())
      ?.checkoutId
  }
  if ('subscriptionRef' in ref) {
    const query = db.selectFrom('purchase').where('subscriptionRef', '=', ref.subscriptionRef)
    return (await query.select('checkoutId').where('provider', '=', provider).executeTakeFirst())
      ?.checkoutId
  }
  const query = db.selectFrom('payment').where('paymentRef', '=', ref.paymentRef)
  const row = await query.select('checkoutId').where('provider', '=', provider).executeTakeFirst()
  return row?.checkoutId ?? undefined
}

export async function listPaymentFacts(db: Queryable, checkoutId: string): Promise<PaymentFacts[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['paymentRef', 'status', 'amountCents', 'refundedCents', 'dispute', 'paidAt'])
    .where('checkoutId', '=', checkoutId)
    .execute()
  return rows.map(({ status: state, ...row }) => ({ ...row, state }))
}

/** Adds a payment or updates it to its current state. */
export async function bookPayment(
  trx: Queryable,
  input: { checkoutId: string; provider: string; payment: PaymentSnapshot },
): Promise<void> {
  const { checkoutId, provider, payment } = input
  const { paymentRef, state: status, amountCents, refundedCents, dispute, paidAt } = payment
  const changing = { status, amountCents, refundedCents, dispute, paidAt }
  await trx
    .insertInto('payment')
    .values({ checkoutId, provider, paymentRef, ...changing })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'paymentRef']).doUpdateSet({ checkoutId, ...changing }),
    )
    .execute()
}

export async function linkPayments(
  trx: Queryable,
  { checkoutId, purchaseId }: { checkoutId: string; purchaseId: number },
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ purchaseId })
    .where('checkoutId', '=', checkoutId)
    .where('purchaseId', 'is distinct from', purchaseId)
    .execute()
}

export function insertPurchase(
  trx: Queryable,
  purchase: PurchaseTerms &
    Pick<
      PurchaseRow,
      | 'memberId'
      | 'productId'
      | 'productType'
      | 'title'
      | 'provider'
      | 'checkoutId'
      | 'subscriptionRef'
      | 'isSurplus'
    >,
): Promise<PurchaseRow> {
  return trx.insertInto('purchase').values(purchase).returning(PURCHASE).executeTakeFirstOrThrow()
}

export function updatePurchase(
  trx: Queryable,
  purchaseId: number,
  change: Partial<PurchaseTerms> & { isSurplus?: boolean },
): Promise<PurchaseRow> {
  return trx
    .updateTable('purchase')
    .set(change)
    .where('purchaseId', '=', purchaseId)
    .returning(PURCHASE)
    .executeTakeFirstOrThrow()
}

export async function findTitle(db: Queryable, productId: number): Promise<string> {
  const row = await db
    .selectFrom('product')
    .select('title')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return row.title
}

/** A member's email address and time zone. */
export function findContact(
  db: Queryable,
  memberId: string,
): Promise<{ email: string; timeZone: string } | undefined> {
  return db
    .selectFrom('member')
    .select(['email', 'timeZone'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

export async function isEventKnown(
  db: Queryable,
  event: { provider: string; eventId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('paymentEvent')
    .select('eventId')
    .where('provider', '=', event.provider)
    .where('eventId', '=', event.eventId)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the event was already stored. */
export async function insertEvent(
  trx: Queryable,
  input: { provider: string; event: PaymentEvent; receivedAt: Date },
): Promise<boolean> {
  const { provider, event, receivedAt } = input
  const { eventId, type, subject, createdAt } = event
  const result = await trx
    .insertInto('paymentEvent')
    .values({ provider, eventId, type, subject: JSON.stringify(subject), createdAt, receivedAt })
    .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertMismatch(
  trx: Queryable,
  mismatch: {
    purchaseId: number | null
    checkoutId: string | null
    sentence: string
    isMended: boolean
    foundAt: Date
  },
): Promise<void> {
  await trx.insertInto('paymentMismatch').values(mismatch).execute()
}
