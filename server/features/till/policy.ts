/** `processing` and `failed`: a bank debit that an earlier release simulated. */
export type TillSessionState = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

/**
 * `processing`, `paid` and `failed` apply to single payments, the others to subscriptions. Earlier
 * releases simulated `processing`, `failed`, `incomplete` and `paused`.
 */
export type TillRecordState =
  | 'processing'
  | 'paid'
  | 'failed'
  | 'incomplete'
  | 'active'
  | 'past_due'
  | 'paused'
  | 'ended'

export interface TillRecordFacts {
  state: TillRecordState
  endsAtPeriodEnd: boolean
  periodEnd: Date | null
}

/**
 * The current state of a session: an open one counts as expired when its time is over, even if that
 * isn't stored yet. A bank debit no longer arrives.
 */
export function sessionStateAt(
  { state, expiresAt }: { state: TillSessionState; expiresAt: Date },
  now: Date,
): Exclude<TillSessionState, 'processing'> {
  if (state === 'processing') return 'failed'
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

/** Whether a subscription has a renewal that can fail now. */
export function canFailRenewal(record: TillRecordFacts, now: Date): boolean {
  return recordStateAt(record, now) === 'active' && !record.endsAtPeriodEnd
}
