import type { Page } from '#contract/endpoint.ts'
import type { TillPlay, TillRecord } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { monthLater } from '#server/domain/month-later.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { endRecord, expireOverdue } from './books-service.ts'
import {
  type TillHouse,
  tellOfCheckout,
  tellOfPayment,
  tellOfSubscription,
} from './events-service.ts'
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
import { newRef, requireTill } from './sessions-service.ts'
import { listOverdueSessions, updateSession } from './store.ts'

/** Subscriptions and payments at the till, newest first. */
export async function browseRecords(
  context: Context,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<TillRecord>> {
  requireTill(context)
  const { db } = context
  const now = context.now()
  const { rows, total } = await listRecords(db, { limit: pageSize, offset: (page - 1) * pageSize })
  const payments = await listPayments(
    db,
    rows.map((row) => row.tillRecordId),
  )
  const byRecord = Map.groupBy(payments, (payment) => payment.tillRecordId)
  const items = rows.map((row) => presentRecord(row, byRecord.get(row.tillRecordId) ?? [], now))
  return { items, total }
}

/** What an administrator lets happen to a record. */
interface Wish {
  tillRecordId: number
  play: TillPlay
}

/**
 * Plays what time, banks and buyers do. Throws `not_found`, and `conflict` for what cannot be played
 * with this record now.
 */
export async function play(
  context: Context,
  { id: adminId }: Admin,
  wish: Wish,
): Promise<TillRecord> {
  requireTill(context)
  return inTransaction(context.db, async (trx) => {
    const record = await playIn(context, trx, wish)
    await recordAudit(trx, {
      adminId,
      action: 'till-played',
      subjectType: 'till-record',
      subjectId: String(wish.tillRecordId),
      detail: { play: wish.play },
    })
    return record
  })
}

/** The same in a transaction, for which nobody answers. */
export async function playIn(
  house: TillHouse,
  trx: Trx,
  { tillRecordId, play: wish }: Wish,
): Promise<TillRecord> {
  const scene = await findScene(house, trx, tillRecordId)
  if (!scene) throw new AppError('not_found', 'The till has no such record.')
  if (!playsOf(scene.record, scene.paid).includes(wish)) {
    throw new AppError('conflict', 'This can’t be simulated right now.')
  }
  await PLAYS[wish](scene)
  const after = await findScene(house, trx, tillRecordId)
  if (!after) throw new Error('A record does not vanish.')
  return presentRecord(after.record, after.payments, house.now())
}

/** What passes by the clock alone: sessions expire, subscriptions end or renew. */
export async function passTime(house: TillHouse): Promise<void> {
  const now = house.now()
  for (const sessionRef of await listOverdueSessions(house.db, now)) {
    await expireOverdue(house, sessionRef)
  }
  for (const tillRecordId of await listOverdueRecords(house.db, now)) {
    await inTransaction(house.db, (trx) => passPeriods(house, trx, tillRecordId))
  }
}

/** Renews as often as periods have passed since the last look. */
async function passPeriods(house: TillHouse, trx: Trx, tillRecordId: number): Promise<void> {
  for (;;) {
    const scene = await findScene(house, trx, tillRecordId)
    if (!scene) return
    const { record } = scene
    const isOver = record.periodEnd !== null && record.periodEnd <= house.now()
    if (record.state === 'ended' && record.endedAt === null) return endRecord(house, trx, record)
    if (record.state !== 'active' || !isOver) return
    await renew(scene)
  }
}

/** A locked record with its payments. */
interface Scene {
  house: TillHouse
  trx: Trx
  record: RecordRow
  /** The latest first. */
  payments: PaymentRow[]
  /** The latest that came. */
  paid: PaymentRow | undefined
}

async function findScene(
  house: TillHouse,
  trx: Trx,
  tillRecordId: number,
): Promise<Scene | undefined> {
  const row = await lockRecord(trx, { tillRecordId })
  if (!row) return undefined
  const record = { ...row, state: recordStateAt(row, house.now()) }
  const payments = await listPayments(trx, [tillRecordId])
  const paid = payments.find((payment) => payment.state === 'paid')
  return { house, trx, record, payments, paid }
}

const PLAYS: Record<TillPlay, (scene: Scene) => Promise<void>> = {
  'settle-debit': settleDebit,
  'fail-debit': failDebit,
  renew,
  'fail-renewal': failRenewal,
  pause: (scene) => changeState(scene, { state: 'paused', type: 'paused' }),
  unpause: (scene) => changeState(scene, { state: 'active', type: 'resumed' }),
  'end-period': ({ house, trx, record }) => endRecord(house, trx, record),
  refund,
  dispute: (scene) => changeDispute(scene, { dispute: 'open', type: 'created' }),
  'win-dispute': (scene) => changeDispute(scene, { dispute: 'won', type: 'closed' }),
  'lose-dispute': (scene) => changeDispute(scene, { dispute: 'lost', type: 'closed' }),
}

async function settleDebit({ house, trx, record, payments }: Scene): Promise<void> {
  const { tillRecordId, sessionRef, subscriptionRef } = record
  const { paymentRef } = onlyPayment(payments)
  await updatePayment(trx, paymentRef, { state: 'paid', paidAt: house.now() })
  await updateRecord(trx, tillRecordId, { state: subscriptionRef ? 'active' : 'paid' })
  await updateSession(trx, sessionRef, { state: 'paid' })
  await tellOfCheckout(house, trx, { type: 'async_payment_succeeded', sessionRef })
  await tellOfSubscription(house, trx, { type: 'updated', subscriptionRef })
  if (!subscriptionRef) return
  await tellOfPayment(house, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
}

async function failDebit({ house, trx, record, payments }: Scene): Promise<void> {
  const { tillRecordId, sessionRef, subscriptionRef } = record
  const { paymentRef } = onlyPayment(payments)
  await updatePayment(trx, paymentRef, { state: 'failed' })
  await updateSession(trx, sessionRef, { state: 'failed' })
  await tellOfCheckout(house, trx, { type: 'async_payment_failed', sessionRef })
  if (subscriptionRef) await endRecord(house, trx, record)
  else await updateRecord(trx, tillRecordId, { state: 'failed' })
}

/** The next period is paid, by the payment that failed where there is one. */
async function renew({ house, trx, record, payments }: Scene): Promise<void> {
  const { tillRecordId, subscriptionRef, priceCents: amountCents } = record
  const paidAt = house.now()
  const failed = record.state === 'past_due' ? payments.find(isFailed) : undefined
  const paymentRef = failed?.paymentRef ?? newRef('till_pay')
  if (failed) await updatePayment(trx, paymentRef, { state: 'paid', paidAt })
  else await insertPayment(trx, { paymentRef, tillRecordId, state: 'paid', amountCents, paidAt })
  const periodStart = record.periodEnd ?? paidAt
  const periodEnd = monthLater(periodStart)
  await updateRecord(trx, tillRecordId, { state: 'active', periodStart, periodEnd })
  await tellOfPayment(house, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
  await tellOfSubscription(house, trx, { type: 'updated', subscriptionRef })
}

/** The period is over now, and the next one is not paid. A further failure changes nothing more. */
async function failRenewal({ house, trx, record, payments }: Scene): Promise<void> {
  const { tillRecordId, subscriptionRef, priceCents: amountCents, periodEnd } = record
  const now = house.now()
  const failed = record.state === 'past_due' ? payments.find(isFailed) : undefined
  const paymentRef = failed?.paymentRef ?? newRef('till_pay')
  const type = 'invoice.payment_failed'
  if (!failed) {
    const payment = { paymentRef, tillRecordId, amountCents, paidAt: now }
    await insertPayment(trx, { ...payment, state: 'failed' })
    const ended = periodEnd && periodEnd < now ? periodEnd : now
    await updateRecord(trx, tillRecordId, { state: 'past_due', periodEnd: ended })
  }
  await tellOfPayment(house, trx, { type, paymentRef, subscriptionRef })
  await tellOfSubscription(house, trx, { type: 'updated', subscriptionRef })
}

async function changeState(
  { house, trx, record }: Scene,
  { state, type }: { state: RecordRow['state']; type: string },
): Promise<void> {
  const { tillRecordId, subscriptionRef } = record
  await updateRecord(trx, tillRecordId, { state })
  await tellOfSubscription(house, trx, { type, subscriptionRef })
}

async function refund({ house, trx, record, paid }: Scene): Promise<void> {
  const { paymentRef, amountCents } = onlyPayment([paid])
  await updatePayment(trx, paymentRef, { refundedCents: amountCents })
  const { subscriptionRef } = record
  await tellOfPayment(house, trx, { type: 'charge.refunded', paymentRef, subscriptionRef })
}

async function changeDispute(
  { house, trx, record, paid }: Scene,
  { dispute, type }: { dispute: PaymentRow['dispute']; type: string },
): Promise<void> {
  const { paymentRef } = onlyPayment([paid])
  await updatePayment(trx, paymentRef, { dispute })
  const { subscriptionRef } = record
  await tellOfPayment(house, trx, { type: `charge.dispute.${type}`, paymentRef, subscriptionRef })
}

function isFailed({ state }: PaymentRow): boolean {
  return state === 'failed'
}

/** What can be played tells that it is there. */
function onlyPayment([payment]: (PaymentRow | undefined)[]): PaymentRow {
  if (!payment) throw new Error('This record has no payment.')
  return payment
}
