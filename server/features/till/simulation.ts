import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { TillPlay, TillRecord } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { monthLater } from '#server/domain/month-later.ts'
import { signCall } from '#server/domain/signed-call.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { receivePaymentEvent } from '../shop/events/service.ts'
import { endRecord, expireOverdue } from './api.ts'
import {
  queueCheckoutEvent,
  queuePaymentEvent,
  queueSubscriptionEvent,
  type TillContext,
} from './events.ts'
import { playsOf, recordStateAt } from './policy.ts'
import { presentRecord } from './present.ts'
import {
  insertPayment,
  listOverdueRecords,
  listPayments,
  listRecords,
  lockRecord,
  type PaymentRow,
  type RecordRow,
  updatePayment,
  updateRecord,
} from './records-store.ts'
import { newRef, requireTill } from './sessions.ts'
import { listOverdueSessions, updateSession } from './store.ts'

/** Subscriptions and payments at the till, newest first. */
export async function browseRecords(context: Context, query: PageQuery): Promise<Page<TillRecord>> {
  requireTill(context)
  const { db } = context
  const now = context.now()
  const { rows, total } = await listRecords(db, sliceOf(query))
  const payments = await listPayments(
    db,
    rows.map((row) => row.tillRecordId),
  )
  const byRecord = Map.groupBy(payments, (payment) => payment.tillRecordId)
  const items = rows.map((row) => presentRecord(row, byRecord.get(row.tillRecordId) ?? [], now))
  return { items, total }
}

/** A payment event that an administrator simulates for a record. */
interface Simulation {
  tillRecordId: number
  play: TillPlay
}

/**
 * Simulates the effects of time, banks and buyers. Throws `not_found`, and `conflict` for an event
 * that isn't possible for this record now.
 */
export async function simulate(
  context: Context,
  admin: Admin,
  simulation: Simulation,
): Promise<TillRecord> {
  requireTill(context)
  return inTransaction(context.db, async (trx) => {
    const record = await simulateIn(context, trx, simulation)
    await recordAudit(trx, admin, {
      action: 'till-played',
      subjectId: simulation.tillRecordId,
      detail: { play: simulation.play },
    })
    return record
  })
}

/** The same in the caller's transaction, without an audit entry. */
export async function simulateIn(
  context: TillContext,
  trx: Trx,
  { tillRecordId, play }: Simulation,
): Promise<TillRecord> {
  const locked = await lockWithPayments(context, trx, tillRecordId)
  if (!locked) throw new AppError('not_found', 'The till has no such record.')
  if (!playsOf(locked.record, locked.paid).includes(play)) {
    throw new AppError('conflict', 'This can’t be simulated right now.')
  }
  await PLAYS[play](locked)
  const after = await lockWithPayments(context, trx, tillRecordId)
  if (!after) throw new Error('A record disappeared during its transaction.')
  return presentRecord(after.record, after.payments, context.now())
}

/** Applies the effects of time: sessions expire, subscriptions end or renew. */
export async function passTime(context: TillContext): Promise<void> {
  const now = context.now()
  for (const sessionRef of await listOverdueSessions(context.db, now)) {
    await expireOverdue(context, sessionRef)
  }
  for (const tillRecordId of await listOverdueRecords(context.db, now)) {
    await inTransaction(context.db, (trx) => passPeriods(context, trx, tillRecordId))
  }
}

/** Renews as often as periods have passed since the last call. */
async function passPeriods(context: TillContext, trx: Trx, tillRecordId: number): Promise<void> {
  for (;;) {
    const locked = await lockWithPayments(context, trx, tillRecordId)
    if (!locked) return
    const { record } = locked
    const isOver = record.periodEnd !== null && record.periodEnd <= context.now()
    if (record.state === 'ended' && record.endedAt === null) return endRecord(context, trx, record)
    if (record.state !== 'active' || !isOver) return
    await renew(locked)
  }
}

/** A locked record with its payments. */
interface LockedRecord {
  context: TillContext
  trx: Trx
  record: RecordRow
  /** Latest first. */
  payments: PaymentRow[]
  /** The latest successful one. */
  paid: PaymentRow | undefined
}

async function lockWithPayments(
  context: TillContext,
  trx: Trx,
  tillRecordId: number,
): Promise<LockedRecord | undefined> {
  const row = await lockRecord(trx, { tillRecordId })
  if (!row) return undefined
  const record = { ...row, state: recordStateAt(row, context.now()) }
  const payments = await listPayments(trx, [tillRecordId])
  const paid = payments.find((payment) => payment.state === 'paid')
  return { context, trx, record, payments, paid }
}

const PLAYS: Record<TillPlay, (locked: LockedRecord) => Promise<void>> = {
  'settle-debit': settleDebit,
  'fail-debit': failDebit,
  renew,
  'fail-renewal': failRenewal,
  pause: (locked) => changeState(locked, { state: 'paused', type: 'paused' }),
  unpause: (locked) => changeState(locked, { state: 'active', type: 'resumed' }),
  'end-period': ({ context, trx, record }) => endRecord(context, trx, record),
  refund,
  dispute: (locked) => changeDispute(locked, { dispute: 'open', type: 'created' }),
  'win-dispute': (locked) => changeDispute(locked, { dispute: 'won', type: 'closed' }),
  'lose-dispute': (locked) => changeDispute(locked, { dispute: 'lost', type: 'closed' }),
}

async function settleDebit({ context, trx, record, payments }: LockedRecord): Promise<void> {
  const { tillRecordId, sessionRef, subscriptionRef } = record
  const { paymentRef } = onlyPayment(payments)
  await updatePayment(trx, paymentRef, { state: 'paid', paidAt: context.now() })
  await updateRecord(trx, tillRecordId, { state: subscriptionRef ? 'active' : 'paid' })
  await updateSession(trx, sessionRef, { state: 'paid' })
  await queueCheckoutEvent(context, trx, { type: 'async_payment_succeeded', sessionRef })
  await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
  if (!subscriptionRef) return
  await queuePaymentEvent(context, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
}

async function failDebit({ context, trx, record, payments }: LockedRecord): Promise<void> {
  const { tillRecordId, sessionRef, subscriptionRef } = record
  const { paymentRef } = onlyPayment(payments)
  await updatePayment(trx, paymentRef, { state: 'failed' })
  await updateSession(trx, sessionRef, { state: 'failed' })
  await queueCheckoutEvent(context, trx, { type: 'async_payment_failed', sessionRef })
  if (subscriptionRef) await endRecord(context, trx, record)
  else await updateRecord(trx, tillRecordId, { state: 'failed' })
}

/** Pays the next period, with the failed payment if there is one. */
async function renew({ context, trx, record, payments }: LockedRecord): Promise<void> {
  const { tillRecordId, subscriptionRef, priceCents: amountCents } = record
  const paidAt = context.now()
  const failed = record.state === 'past_due' ? payments.find(isFailed) : undefined
  const paymentRef = failed?.paymentRef ?? newRef('till_pay')
  if (failed) await updatePayment(trx, paymentRef, { state: 'paid', paidAt })
  else await insertPayment(trx, { paymentRef, tillRecordId, state: 'paid', amountCents, paidAt })
  const periodStart = record.periodEnd ?? paidAt
  const periodEnd = monthLater(periodStart)
  await updateRecord(trx, tillRecordId, { state: 'active', periodStart, periodEnd })
  await queuePaymentEvent(context, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
  await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
}

/** Ends the period now, with the next one unpaid. A further failure changes nothing more. */
async function failRenewal({ context, trx, record, payments }: LockedRecord): Promise<void> {
  const { tillRecordId, subscriptionRef, priceCents: amountCents, periodEnd } = record
  const now = context.now()
  const failed = record.state === 'past_due' ? payments.find(isFailed) : undefined
  const paymentRef = failed?.paymentRef ?? newRef('till_pay')
  const type = 'invoice.payment_failed'
  if (!failed) {
    const payment = { paymentRef, tillRecordId, amountCents, paidAt: now }
    await insertPayment(trx, { ...payment, state: 'failed' })
    const ended = periodEnd && periodEnd < now ? periodEnd : now
    await updateRecord(trx, tillRecordId, { state: 'past_due', periodEnd: ended })
  }
  await queuePaymentEvent(context, trx, { type, paymentRef, subscriptionRef })
  await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
}

async function changeState(
  { context, trx, record }: LockedRecord,
  { state, type }: { state: RecordRow['state']; type: string },
): Promise<void> {
  const { tillRecordId, subscriptionRef } = record
  await updateRecord(trx, tillRecordId, { state })
  await queueSubscriptionEvent(context, trx, { type, subscriptionRef })
}

async function refund({ context, trx, record, paid }: LockedRecord): Promise<void> {
  const { paymentRef, amountCents } = onlyPayment([paid])
  await updatePayment(trx, paymentRef, { refundedCents: amountCents })
  const { subscriptionRef } = record
  await queuePaymentEvent(context, trx, { type: 'charge.refunded', paymentRef, subscriptionRef })
}

async function changeDispute(
  { context, trx, record, paid }: LockedRecord,
  { dispute, type }: { dispute: PaymentRow['dispute']; type: string },
): Promise<void> {
  const { paymentRef } = onlyPayment([paid])
  await updatePayment(trx, paymentRef, { dispute })
  const { subscriptionRef } = record
  await queuePaymentEvent(context, trx, {
    type: `charge.dispute.${type}`,
    paymentRef,
    subscriptionRef,
  })
}

function isFailed({ state }: PaymentRow): boolean {
  return state === 'failed'
}

/** `playsOf` offers only events whose payment exists. */
function onlyPayment([payment]: (PaymentRow | undefined)[]): PaymentRow {
  if (!payment) throw new Error('This record has no payment.')
  return payment
}

/** Delivers the till's events and applies the effects of time. */
export async function startTillJobs(context: Context): Promise<void> {
  await context.jobs.work('send-till-event', ({ body }) => deliver(context, body))
  await context.jobs.repeat('run-till', '*/5 * * * *', async () => {
    if (context.payments.name === 'till') await passTime(context)
  })
}

/** Signed again at each try, since an old signature is refused. */
async function deliver(context: Context, body: string): Promise<void> {
  // The job is left over from before a real provider was set up.
  if (context.payments.name !== 'till') return
  const signature = signCall(context.keys.derive('till-event'), body, context.now())
  await receivePaymentEvent(context, Buffer.from(body), { 'till-signature': signature })
}
