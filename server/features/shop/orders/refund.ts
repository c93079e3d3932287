import { type SqlBool, sql } from 'kysely'
import type { Order } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { refreshCheckout } from '../events/sync.ts'
import { canRefund, presentOrder } from './service.ts'
import { type OrderRow, orders } from './store.ts'

/**
 * Refunds the rest of a payment at the provider, then updates the order and the access. The claim
 * keeps out a second click and a second administrator; the provider refunds a payment only once in
 * any case. Throws `not_found`, and `conflict` for a payment that can't be refunded or is being
 * refunded right now.
 */
export async function refundOrder(
  context: Context,
  admin: Admin,
  { paymentId, endsSubscription }: { paymentId: number; endsSubscription: boolean },
): Promise<Order> {
  const order = await claim(context, admin, paymentId)
  const { paymentRef, checkoutId, provider, subscriptionRef, isSubscribed } = order
  try {
    await refundAtProvider(context, admin, { paymentId, paymentRef })
    if (endsSubscription && subscriptionRef && isSubscribed) {
      // A job, so that the subscription ends even if this server stops now.
      await inTransaction(context.db, (trx) =>
        context.jobs.send(trx, 'end-subscription', { provider, subscriptionRef }),
      )
    }
    if (checkoutId) await refreshCheckout(context, { checkoutId, hint: { paymentRef } })
  } finally {
    await releaseRefund(context.db, paymentId)
  }
  return presentOrder(await getOrder(context, paymentId), provider)
}

async function refundAtProvider(
  context: Context,
  admin: Admin,
  { paymentId, paymentRef }: { paymentId: number; paymentRef: string },
): Promise<void> {
  try {
    await context.payments.refundPayment(paymentRef)
  } catch (error) {
    await recordAudit(context.db, admin, { action: 'refund-failed', subjectId: paymentId })
    throw error
  }
}

/**
 * Claims the payment and logs the attempt before the provider is called, so that the audit log
 * misses no refund.
 */
function claim(context: Context, admin: Admin, paymentId: number): Promise<OrderRow> {
  return inTransaction(context.db, async (trx) => {
    const now = context.now()
    if (!(await claimRefund(trx, { paymentId, now }))) {
      await getOrder(context, paymentId)
      throw new AppError('conflict', 'This payment is being refunded right now.')
    }
    const order = await findOrder(trx, { paymentId, now })
    if (!order) throw noSuchOrder()
    if (!canRefund(order, context.payments.name)) throw notRefundable(order)
    await recordAudit(trx, admin, { action: 'refund-started', subjectId: paymentId })
    return order
  })
}

async function getOrder(context: Context, paymentId: number): Promise<OrderRow> {
  const order = await findOrder(context.db, { paymentId, now: context.now() })
  if (!order) throw noSuchOrder()
  return order
}

function noSuchOrder(): AppError {
  return new AppError('not_found', 'This payment does not exist.')
}

function notRefundable({ status, dispute, refundedCents, amountCents }: OrderRow): AppError {
  if (status === 'paid' && amountCents > 0 && refundedCents >= amountCents) {
    return new AppError('conflict', 'This payment has already been refunded.')
  }
  if (dispute === 'open' || dispute === 'lost') {
    return new AppError('conflict', 'This payment is disputed, so the bank decides about it.')
  }
  return new AppError('conflict', 'This payment can’t be refunded here.')
}

/** Longer than a refund may take at a provider. */
const REFUND_CLAIM_MS = 60_000

function findOrder(
  db: Queryable,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<OrderRow | undefined> {
  const all = { text: '', since: undefined, before: undefined, now }
  return orders(db, all).where('payment.paymentId', '=', paymentId).executeTakeFirst()
}

/** Claims a payment for a refund, for at most a minute. False while another claim lasts. */
async function claimRefund(
  trx: Queryable,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<boolean> {
  const claimed = await trx
    .updateTable('payment')
    .set({ refundStartedAt: now })
    .where('paymentId', '=', paymentId)
    .where(
      sql<SqlBool>`(refund_started_at > ${new Date(now.getTime() - REFUND_CLAIM_MS)}) is not true`,
    )
    .returning('paymentId')
    .executeTakeFirst()
  return claimed !== undefined
}

async function releaseRefund(db: Queryable, paymentId: number): Promise<void> {
  await db
    .updateTable('payment')
    .set({ refundStartedAt: null })
    .where('paymentId', '=', paymentId)
    .execute()
}
