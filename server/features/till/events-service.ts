import { randomUUID } from 'node:crypto'
import type { Db, Queryable } from '#server/db/connect.ts'
import type { Jobs } from '#server/db/jobs.ts'
import type { EventSubject } from '#server/ports/payments/port.ts'

/** What the till works with; the context, or a part of it while the context is still being made. */
export interface TillContext {
  db: Db
  now: () => Date
  jobs: Pick<Jobs, 'send'>
}

/**
 * Queues an event in the transaction of what it tells, so that neither is ever there alone. It goes
 * the way of a real provider's: signed, to the webhook's code, and again until it is taken.
 *
 * @param type in Stripe's words
 */
async function tell(
  context: TillContext,
  trx: Queryable,
  { type, subject }: { type: string; subject: EventSubject },
): Promise<void> {
  const event = { id: `till_evt_${randomUUID()}`, type, createdAt: context.now(), subject }
  await context.jobs.send(trx, 'send-till-event', { body: JSON.stringify(event) })
}

export function tellOfCheckout(
  context: TillContext,
  trx: Queryable,
  { type, sessionRef }: { type: string; sessionRef: string },
): Promise<void> {
  return tell(context, trx, {
    type: `checkout.session.${type}`,
    subject: { about: 'checkout', sessionRef },
  })
}

/** Tells nothing of a single payment. */
export async function tellOfSubscription(
  context: TillContext,
  trx: Queryable,
  { type, subscriptionRef }: { type: string; subscriptionRef: string | null },
): Promise<void> {
  if (!subscriptionRef) return
  const subject = { about: 'subscription', subscriptionRef } as const
  await tell(context, trx, { type: `customer.subscription.${type}`, subject })
}

export function tellOfPayment(
  context: TillContext,
  trx: Queryable,
  { type, ...subject }: { type: string; paymentRef: string; subscriptionRef: string | null },
): Promise<void> {
  return tell(context, trx, { type, subject: { about: 'payment', ...subject } })
}
