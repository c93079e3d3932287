import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import {
  type CheckoutSnapshot,
  type CustomerSnapshot,
  type PaymentSnapshot,
  refundRefused,
  type SubscriptionSnapshot,
  type TillApi,
} from '#server/ports/payments/port.ts'
import {
  queueCheckoutEvent,
  queuePaymentEvent,
  queueSubscriptionEvent,
  type TillContext,
} from './events.ts'
import { recordStateAt, sessionStateAt } from './policy.ts'
import { checkoutSnapshot, paymentSnapshot, subscriptionSnapshot } from './present.ts'
import {
  findPayment,
  findRecord,
  listPayments,
  listRecordsOf,
  lockRecord,
  type RecordRow,
  updatePayment,
  updateRecord,
} from './records-store.ts'
import { newRef } from './sessions.ts'
import {
  findSession,
  keepCustomer,
  keepPrice,
  keepSession,
  listSessions,
  lockSession,
  updateCustomer,
  updateSession,
} from './store.ts'

/** The operations that the till's payment adapter uses. */
export function tillApi(context: TillContext): TillApi {
  const { db, now } = context
  return {
    ensurePrice: (product) => inTransaction(db, (trx) => keepPrice(trx, product)),
    createCustomer: (input) => keepCustomer(db, { customerRef: newRef('till_cus'), ...input }),
    setCustomerEmail: async (customerRef, email) =>
      void known(await updateCustomer(db, { customerRef, email })),
    openSession: (request) =>
      keepSession(db, { request, sessionRef: newRef('till_cs'), now: now() }),
    readCheckout: async (sessionRef) =>
      checkoutSnapshot(known(await findSession(db, sessionRef)), now()),
    expireCheckout: (sessionRef) => expireCheckout(context, sessionRef),
    readSubscription: async (subscriptionRef) =>
      subscriptionSnapshot(asSubscription(await findRecord(db, { subscriptionRef })), now()),
    setEndsAtPeriodEnd: (subscriptionRef, ends) =>
      setEndsAtPeriodEnd(context, subscriptionRef, ends),
    endSubscription: (subscriptionRef) => endSubscription(context, subscriptionRef),
    readPayment: (paymentRef) => readPayment(context, paymentRef),
    refundPayment: (paymentRef) => refundPayment(context, paymentRef),
    readCustomer: (customerRef) => readCustomer(context, customerRef),
    findPaidSession: async (paymentRef) => {
      const { tillRecordId, state } = known(await findPayment(db, paymentRef))
      if (state !== 'paid') return undefined
      return known(await findRecord(db, { tillRecordId })).sessionRef
    },
  }
}

async function expireCheckout(context: TillContext, sessionRef: string): Promise<CheckoutSnapshot> {
  return inTransaction(context.db, async (trx) => {
    const session = known(await lockSession(trx, sessionRef))
    if (session.state !== 'open') return checkoutSnapshot(session, context.now())
    await markExpired(context, trx, sessionRef)
    return checkoutSnapshot({ ...session, state: 'expired' }, context.now())
  })
}

async function markExpired(context: TillContext, trx: Trx, sessionRef: string): Promise<void> {
  await updateSession(trx, sessionRef, { state: 'expired' })
  await queueCheckoutEvent(context, trx, { type: 'expired', sessionRef })
}

/** Marks an open session as expired if its time is over. */
export async function expireOverdue(context: TillContext, sessionRef: string): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const session = known(await lockSession(trx, sessionRef))
    if (session.state !== 'open' || sessionStateAt(session, context.now()) !== 'expired') return
    await markExpired(context, trx, sessionRef)
  })
}

async function setEndsAtPeriodEnd(
  context: TillContext,
  subscriptionRef: string,
  ends: boolean,
): Promise<SubscriptionSnapshot> {
  return inTransaction(context.db, async (trx) => {
    const record = asSubscription(await lockRecord(trx, { subscriptionRef }))
    const isOver = recordStateAt(record, context.now()) === 'ended'
    if (isOver || record.endsAtPeriodEnd === ends)
      return subscriptionSnapshot(record, context.now())
    const changed = { ...record, endsAtPeriodEnd: ends }
    await updateRecord(trx, record.tillRecordId, { endsAtPeriodEnd: ends })
    // After a failed renewal, the paid period may already be over.
    if (recordStateAt(changed, context.now()) === 'ended') await endRecord(context, trx, changed)
    else await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
    return subscriptionSnapshot(changed, context.now())
  })
}

async function endSubscription(context: TillContext, subscriptionRef: string): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const record = asSubscription(await lockRecord(trx, { subscriptionRef }))
    if (recordStateAt(record, context.now()) === 'ended') return
    await endRecord(context, trx, record)
  })
}

/** Ends a locked subscription now, and cuts its period short if that would last longer. */
export async function endRecord(context: TillContext, trx: Trx, record: RecordRow): Promise<void> {
  const { tillRecordId, subscriptionRef, periodEnd } = record
  const endedAt = periodEnd && periodEnd < context.now() ? periodEnd : context.now()
  await updateRecord(trx, tillRecordId, { state: 'ended', endedAt, periodEnd: endedAt })
  await queueSubscriptionEvent(context, trx, { type: 'deleted', subscriptionRef })
}

async function readPayment({ db }: TillContext, paymentRef: string): Promise<PaymentSnapshot> {
  const payment = known(await findPayment(db, paymentRef))
  const { tillRecordId } = payment
  return paymentSnapshot(payment, known(await findRecord(db, { tillRecordId })))
}

async function refundPayment(context: TillContext, paymentRef: string): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { tillRecordId } = known(await findPayment(trx, paymentRef))
    const { subscriptionRef } = known(await lockRecord(trx, { tillRecordId }))
    const { state, amountCents, refundedCents } = known(await findPayment(trx, paymentRef))
    if (state !== 'paid') throw refundRefused()
    if (refundedCents >= amountCents) return
    await updatePayment(trx, paymentRef, { refundedCents: amountCents })
    await queuePaymentEvent(context, trx, { type: 'charge.refunded', paymentRef, subscriptionRef })
  })
}

async function readCustomer(context: TillContext, customerRef: string): Promise<CustomerSnapshot> {
  const { db } = context
  const now = context.now()
  const sessions = await listSessions(db, customerRef)
  const records = await listRecordsOf(db, customerRef)
  const byId = new Map(records.map((record) => [record.tillRecordId, record]))
  const payments = await listPayments(db, [...byId.keys()])
  return {
    checkouts: sessions.map((session) => checkoutSnapshot(session, now)),
    subscriptions: records
      .filter(isSubscription)
      .map((record) => subscriptionSnapshot(record, now)),
    payments: payments.map((payment) =>
      paymentSnapshot(payment, known(byId.get(payment.tillRecordId))),
    ),
  }
}

function isSubscription(record: RecordRow): record is RecordRow & { subscriptionRef: string } {
  return record.subscriptionRef !== null
}

function asSubscription(record: RecordRow | undefined): RecordRow & { subscriptionRef: string } {
  if (record && isSubscription(record)) return record
  throw unknownToTill()
}

function known<T>(row: T | undefined): T {
  if (row === undefined) throw unknownToTill()
  return row
}

function unknownToTill(): AppError {
  return new AppError('not_found', 'The payment service doesn’t know this.')
}
