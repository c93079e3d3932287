import type Stripe from 'stripe'
import type { SubscriptionSnapshot } from './port.ts'
import { expectObject, instantOf, orMissing, refOf } from './stripe-client.ts'

/** The latest invoice shows whether the first payment has arrived. */
const EXPAND = ['latest_invoice']

export async function readSubscription(
  stripe: Stripe,
  subscriptionRef: string,
): Promise<SubscriptionSnapshot> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionRef, { expand: EXPAND })
  return subscriptionSnapshot(stripe, subscription)
}

/** @param subscription with its latest invoice */
async function subscriptionSnapshot(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSnapshot> {
  const { id, items } = expectObject(subscription, 'subscription')
  const state = stateOf(subscription)
  const periodEnd = await paidUntil(stripe, subscription, state)
  const { ended_at: endedAt, cancel_at: cancelAt } = subscription
  return {
    subscriptionRef: id,
    customerRef: refOf(subscription.customer) ?? '',
    checkoutId: subscription.metadata.checkoutId ?? null,
    state,
    endsAtPeriodEnd:
      subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= periodEnd),
    periodEnd: instantOf(periodEnd),
    startedAt: instantOf(subscription.start_date),
    endedAt: endedAt === null ? null : instantOf(endedAt),
    priceCents: items.data.reduce(
      (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
      0,
    ),
  }
}

function stateOf(subscription: Stripe.Subscription): SubscriptionSnapshot['state'] {
  const { status } = subscription
  switch (status) {
    case 'canceled':
    case 'incomplete_expired':
      return 'ended'
    case 'incomplete':
      return 'incomplete'
    case 'paused':
      return 'paused'
    case 'active':
    case 'trialing':
    case 'past_due':
    case 'unpaid':
      if (lacksFirstPayment(subscription)) return 'incomplete'
      if (subscription.pause_collection) return 'paused'
      return status === 'active' || status === 'trialing' ? 'active' : 'past_due'
    default:
      throw new Error('A subscription is in a state that is not known here.')
  }
}

/** Stripe calls a subscription active while the first bank debit is still pending. */
function lacksFirstPayment({ latest_invoice: invoice }: Stripe.Subscription): boolean {
  if (!invoice || typeof invoice === 'string') return false
  return invoice.billing_reason === 'subscription_create' && invoice.status !== 'paid'
}

/**
 * The end of the paid period, in Stripe's seconds. Stripe starts a new period before it is paid. It
 * counts while the payment is expected, but not once the payment has failed.
 */
async function paidUntil(
  stripe: Stripe,
  { id, items, ended_at: endedAt }: Stripe.Subscription,
  state: SubscriptionSnapshot['state'],
): Promise<number> {
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end))
  if (!Number.isFinite(periodEnd)) throw new Error('A subscription has no item.')
  if (endedAt !== null) return Math.min(periodEnd, endedAt)
  if (state !== 'past_due') return periodEnd
  const { data } = await stripe.invoices.list({ subscription: id, status: 'paid', limit: 1 })
  const ends = data[0]?.lines.data.map((line) => line.period.end) ?? []
  const starts = items.data.map((item) => item.current_period_start)
  return Math.max(...(ends.length > 0 ? ends : starts))
}

export async function setEndsAtPeriodEnd(
  stripe: Stripe,
  subscriptionRef: string,
  ends: boolean,
): Promise<SubscriptionSnapshot> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionRef, { expand: EXPAND })
  const before = await subscriptionSnapshot(stripe, subscription)
  if (before.state === 'ended' || before.endsAtPeriodEnd === ends) return before
  // A subscription canceled on Stripe's own page may have a date instead of the flag.
  const change: Stripe.SubscriptionUpdateParams =
    ends || subscription.cancel_at_period_end ? { cancel_at_period_end: ends } : { cancel_at: '' }
  const updated = await stripe.subscriptions.update(subscriptionRef, { ...change, expand: EXPAND })
  return subscriptionSnapshot(stripe, updated)
}

export async function endSubscription(stripe: Stripe, subscriptionRef: string): Promise<void> {
  const { state } = await readSubscription(stripe, subscriptionRef)
  if (state === 'ended') return
  // If it ended in the meantime, Stripe says that it is missing.
  await orMissing(stripe.subscriptions.cancel(subscriptionRef))
}

export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
): Promise<SubscriptionSnapshot[]> {
  const snapshots: SubscriptionSnapshot[] = []
  const list = stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: EXPAND.map((name) => `data.${name}`),
  })
  for await (const subscription of list) {
    snapshots.push(await subscriptionSnapshot(stripe, subscription))
  }
  return snapshots
}
