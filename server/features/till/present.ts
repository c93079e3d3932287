import type { z } from 'zod'
import type { TillRecord, TillSession, tillEndpoints } from '#contract/till.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type {
  CheckoutSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'
import { canFailRenewal, recordStateAt, sessionStateAt } from './policy.ts'
import type { PaymentRow, RecordRow } from './records-store.ts'
import type { SessionRow } from './store.ts'

export type Receipt = z.input<(typeof tillEndpoints)['receipt']['response']>

export function presentSession(row: SessionRow, now: Date): TillSession {
  const { title, productType, successUrl, cancelUrl } = row
  const state = sessionStateAt(row, now)
  const status = state === 'open' && row.isLeft ? 'abandoned' : state
  const returnUrl = status === 'paid' ? successUrl : cancelUrl
  const price = dollarsOf(row.priceCents)
  return { title, price, productType, status, returnUrl: status === 'open' ? null : returnUrl }
}

export function presentReceipt({ title }: SessionRow, payment: PaymentRow): Receipt {
  return {
    title,
    amount: dollarsOf(payment.amountCents),
    refunded: dollarsOf(payment.refundedCents),
    paidAt: payment.paidAt.toISOString(),
    // Long enough to distinguish payments.
    number: payment.paymentRef.slice(-12).toUpperCase(),
  }
}

/** @param payments the record's, latest first */
export function presentRecord(row: RecordRow, payments: PaymentRow[], now: Date): TillRecord {
  const paid = payments.find((payment) => payment.state === 'paid')
  const state = recordStateAt(row, now)
  return {
    id: row.tillRecordId,
    title: row.title,
    productType: row.productType,
    email: row.email,
    amount: dollarsOf(row.priceCents),
    state: wordsOf({ ...row, state }, paid),
    createdAt: row.createdAt.toISOString(),
    periodEnd: row.periodEnd?.toISOString() ?? null,
    canFailRenewal: canFailRenewal(row, now),
  }
}

function wordsOf(
  { state, endsAtPeriodEnd }: Pick<RecordRow, 'state' | 'endsAtPeriodEnd'>,
  paid: PaymentRow | undefined,
): string {
  const words = [state.replace('_', ' ')]
  if (endsAtPeriodEnd && state !== 'ended') words.push('ends with its period')
  if (paid && paid.refundedCents > 0) words.push('refunded')
  return words.join(', ')
}

export function checkoutSnapshot(row: SessionRow, now: Date): CheckoutSnapshot {
  const { sessionRef, checkoutId, customerRef, subscriptionRef } = row
  return {
    sessionRef,
    checkoutId,
    customerRef,
    state: sessionStateAt(row, now),
    subscriptionRef,
    paymentRef: subscriptionRef ? null : row.paymentRef,
    amountCents: row.priceCents,
  }
}

export function subscriptionSnapshot(
  row: RecordRow & { subscriptionRef: string },
  now: Date,
): SubscriptionSnapshot {
  const { subscriptionRef, customerRef, checkoutId, endsAtPeriodEnd } = row
  const state = subscriptionState(recordStateAt(row, now))
  const periodEnd = row.periodEnd ?? row.createdAt
  return {
    subscriptionRef,
    customerRef,
    checkoutId,
    state,
    endsAtPeriodEnd,
    periodEnd,
    startedAt: row.createdAt,
    endedAt: state === 'ended' ? (row.endedAt ?? periodEnd) : null,
    priceCents: row.priceCents,
  }
}

function subscriptionState(state: RecordRow['state']): SubscriptionSnapshot['state'] {
  if (state === 'processing' || state === 'paid' || state === 'failed') {
    throw new Error('This record is not a subscription.')
  }
  return state
}

export function paymentSnapshot(
  payment: PaymentRow,
  { customerRef, subscriptionRef, checkoutId }: RecordRow,
): PaymentSnapshot {
  const { tillRecordId: _, ...facts } = payment
  return {
    ...facts,
    customerRef,
    subscriptionRef,
    checkoutId: subscriptionRef ? null : checkoutId,
  }
}
