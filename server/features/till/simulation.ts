import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { TillRecord } from '#contract/till.ts'
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
import { queuePaymentEvent, queueSubscriptionEvent, type TillContext } from './events.ts'
import { canFailRenewal, recordStateAt } from './policy.ts'
import { presentRecord } from './present.ts'
import {
  insertPayment,
  listOverdueRecords,
  listPayments,
  listRecords,
  lockRecord,
  type RecordRow,
  updateRecord,
} from './records-store.ts'
import { newRef, requireTill } from './sessions.ts'
import { listOverdueSessions } from './store.ts'

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

/**
 * Simulates a renewal that can't be paid. Throws `not_found`, and `conflict` if there is nothing to
 * renew.
 */
export async function failRenewal(
  context: Context,
  admin: Admin,
  tillRecordId: number,
): Promise<TillRecord> {
  requireTill(context)
  return inTransaction(context.db, async (trx) => {
    const record = await failRenewalIn(context, trx, tillRecordId)
    await recordAudit(trx, admin, {
      action: 'till-played',
      subjectId: tillRecordId,
      detail: { play: 'fail-renewal' },
    })
    return record
  })
}

/** The same in the caller's transaction, without an audit entry. */
export async function failRenewalIn(
  context: TillContext,
  trx: Trx,
  tillRecordId: number,
): Promise<TillRecord> {
  const record = await lockRecord(trx, { tillRecordId })
  if (!record) throw new AppError('not_found', 'The till has no such record.')
  const now = context.now()
  if (!canFailRenewal(record, now)) {
    throw new AppError('conflict', 'This can’t be simulated right now.')
  }
  const { subscriptionRef, priceCents: amountCents, periodEnd } = record
  const paymentRef = newRef('till_pay')
  await insertPayment(trx, { paymentRef, tillRecordId, state: 'failed', amountCents, paidAt: now })
  // The period ends now, with the next one unpaid.
  const ended = periodEnd && periodEnd < now ? periodEnd : now
  const changes = { state: 'past_due', periodEnd: ended } as const
  await updateRecord(trx, tillRecordId, changes)
  const type = 'invoice.payment_failed'
  await queuePaymentEvent(context, trx, { type, paymentRef, subscriptionRef })
  await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
  return presentRecord({ ...record, ...changes }, await listPayments(trx, [tillRecordId]), now)
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
    const record = await lockRecord(trx, { tillRecordId })
    if (!record) return
    const state = recordStateAt(record, context.now())
    const isOver = record.periodEnd !== null && record.periodEnd <= context.now()
    if (state === 'ended' && record.endedAt === null) return endRecord(context, trx, record)
    if (state !== 'active' || !isOver) return
    await renew(context, trx, record)
  }
}

/** Pays the next period. */
async function renew(context: TillContext, trx: Trx, record: RecordRow): Promise<void> {
  const { tillRecordId, subscriptionRef, priceCents: amountCents } = record
  const paidAt = context.now()
  const paymentRef = newRef('till_pay')
  await insertPayment(trx, { paymentRef, tillRecordId, state: 'paid', amountCents, paidAt })
  const periodStart = record.periodEnd ?? paidAt
  await updateRecord(trx, tillRecordId, { periodStart, periodEnd: monthLater(periodStart) })
  await queuePaymentEvent(context, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
  await queueSubscriptionEvent(context, trx, { type: 'updated', subscriptionRef })
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
