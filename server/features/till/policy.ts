import type { TillPlay } from '#contract/till.ts'
import type { PaymentSnapshot } from '#server/ports/payments/port.ts'

export type TillSessionState = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

/** `processing`, `paid` and `failed` apply to single payments, the others to subscriptions. */
export type TillRecordState =
  | 'processing'
  | 'paid'
  | 'failed'
  | 'incomplete'
  | 'active'
  | 'past_due'
  | 'paused'
  | 'ended'

export interface TillPaymentFacts {
  state: 'paid' | 'failed' | 'pending'
  amountCents: number
  refundedCents: number
  dispute: PaymentSnapshot['dispute']
}

export interface TillRecordFacts {
  state: TillRecordState
  endsAtPeriodEnd: boolean
  periodEnd: Date | null
}

/**
 * The current state of a session: an open one counts as expired when its time is over, even if that
 * isn't stored yet.
 */
export function sessionStateAt(
  { state, expiresAt }: { state: TillSessionState; expiresAt: Date },
  now: Date,
): TillSessionState {
  return state === 'open' && expiresAt <= now ? 'expired' : state
}

/**
 * The current state of a record: a canceled subscription ends with its paid period, even if that
 * isn't stored yet.
 */
export function recordStateAt(
  { state, endsAtPeriodEnd, periodEnd }: TillRecordFacts,
  now: Date,
): TillRecordState {
  const isRunning = state === 'active' || state === 'past_due' || state === 'paused'
  const isOver = endsAtPeriodEnd && periodEnd !== null && periodEnd <= now
  return isRunning && isOver ? 'ended' : state
}

/**
 * The events that an administrator can simulate now.
 *
 * @param state as `recordStateAt` returns it
 * @param paid the latest successful payment
 */
export function playsOf(
  record: Pick<TillRecordFacts, 'state' | 'endsAtPeriodEnd'>,
  paid: TillPaymentFacts | undefined,
): TillPlay[] {
  return [...playsOfState(record), ...(paid ? playsOfPayment(paid) : [])]
}

function playsOfState({
  state,
  endsAtPeriodEnd,
}: Pick<TillRecordFacts, 'state' | 'endsAtPeriodEnd'>): TillPlay[] {
  switch (state) {
    case 'processing':
    case 'incomplete':
      return ['settle-debit', 'fail-debit']
    case 'active':
      return endsAtPeriodEnd ? ['end-period'] : ['renew', 'fail-renewal', 'pause', 'end-period']
    case 'past_due':
      return ['renew', 'fail-renewal', 'end-period']
    case 'paused':
      return ['unpause', 'end-period']
    case 'paid':
    case 'failed':
    case 'ended':
      return []
  }
}

function playsOfPayment({ amountCents, refundedCents, dispute }: TillPaymentFacts): TillPlay[] {
  if (dispute === 'open') return ['win-dispute', 'lose-dispute']
  if (amountCents === 0 || refundedCents >= amountCents || dispute === 'lost') return []
  return dispute === 'none' ? ['refund', 'dispute'] : ['refund']
}
