import { randomBytes } from 'node:crypto'
import type { TillSession } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { monthLater } from '#server/domain/month-later.ts'
import {
  queueCheckoutEvent,
  queuePaymentEvent,
  queueSubscriptionEvent,
  type TillContext,
} from './events.ts'
import { sessionStateAt } from './policy.ts'
import { presentReceipt, presentSession, type Receipt } from './present.ts'
import { insertPayment, insertRecord, listPayments } from './records-store.ts'
import {
  findSession,
  forgetCustomer,
  lockSession,
  type SessionRow,
  updateSession,
} from './store.ts'

/** A buyer's action on the till's page. */
export type TillAction = 'pay' | 'decline' | 'abandon'

const DECLINED = 'The test card was declined. Nothing was paid. You can try again.'

/** Throws `not_found` if another payment provider is in use. */
export function requireTill(context: Context): void {
  if (context.payments.name !== 'till') {
    throw new AppError('not_found', 'A payment service is connected, so no payment is a test.')
  }
}

/** Throws `not_found`. */
export async function getSession(context: Context, sessionRef: string): Promise<TillSession> {
  requireTill(context)
  const session = await findSession(context.db, sessionRef)
  if (!session) throw noSuchSession()
  return presentSession(session, context.now())
}

/**
 * Performs a buyer's action. A paid session stays paid, however often the button is pressed. Throws
 * `conflict` for an expired session, and `not_found`.
 */
export async function finishSession(
  context: Context,
  { sessionRef, action }: { sessionRef: string; action: TillAction },
): Promise<TillSession & { declined: string | null }> {
  requireTill(context)
  return inTransaction(context.db, async (trx) => {
    const session = await lockSession(trx, sessionRef)
    if (!session) throw noSuchSession()
    await act(context, trx, { session, action })
    const after = await findSession(trx, sessionRef)
    if (!after) throw noSuchSession()
    const isDeclined = action === 'decline' && after.state === 'open'
    return { ...presentSession(after, context.now()), declined: isDeclined ? DECLINED : null }
  })
}

async function act(
  context: TillContext,
  trx: Trx,
  { session, action }: { session: SessionRow; action: TillAction },
): Promise<void> {
  const state = sessionStateAt(session, context.now())
  if (state === 'expired' && action !== 'abandon') {
    throw new AppError('conflict', 'This checkout has expired. Please start again in the shop.')
  }
  if (state !== 'open') return
  if (action === 'pay') return pay(context, trx, session)
  await updateSession(trx, session.sessionRef, { isLeft: action === 'abandon' })
}

async function pay(
  context: TillContext,
  trx: Trx,
  { sessionRef, productType, priceCents: amountCents }: SessionRow,
): Promise<void> {
  const isSubscription = productType === 'subscription'
  const now = context.now()
  const subscriptionRef = isSubscription ? newRef('till_sub') : null
  const tillRecordId = await insertRecord(trx, {
    sessionRef,
    subscriptionRef,
    state: isSubscription ? 'active' : 'paid',
    periodStart: now,
    periodEnd: isSubscription ? monthLater(now) : null,
    createdAt: now,
  })
  const paymentRef = newRef('till_pay')
  await insertPayment(trx, { paymentRef, tillRecordId, state: 'paid', amountCents, paidAt: now })
  await updateSession(trx, sessionRef, { state: 'paid', isLeft: false })
  await queueCheckoutEvent(context, trx, { type: 'completed', sessionRef })
  if (!subscriptionRef) return
  await queueSubscriptionEvent(context, trx, { type: 'created', subscriptionRef })
  await queuePaymentEvent(context, trx, { type: 'invoice.paid', paymentRef, subscriptionRef })
}

/** The receipt of the latest successful payment. Throws `not_found`. */
export async function readReceipt(context: Context, sessionRef: string): Promise<Receipt> {
  requireTill(context)
  const session = await findSession(context.db, sessionRef)
  if (!session?.tillRecordId) throw noReceipt()
  const payments = await listPayments(context.db, [session.tillRecordId])
  const paid = payments.find((payment) => payment.state === 'paid')
  if (!paid) throw noReceipt()
  return presentReceipt(session, paid)
}

/** An id that can't be guessed: anyone who has it can use what it refers to. */
export function newRef(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('base64url')}`
}

function noSuchSession(): AppError {
  return new AppError('not_found', 'This checkout does not exist.')
}

function noReceipt(): AppError {
  return new AppError('not_found', 'This purchase has no receipt.')
}

/**
 * Removes a deleted member from the till's records. A real provider keeps its own records by its own
 * rules; the till's are in our database.
 */
export function forgetTillCustomer(db: Queryable, memberId: string): Promise<void> {
  return forgetCustomer(db, memberId)
}
