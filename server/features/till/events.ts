import { randomUUID } from 'node:crypto'
import type { Db, Queryable } from '#server/db/connect.ts'
import type { Jobs } from '#server/db/jobs.ts'
import type { EventSubject } from '#server/ports/payments/port.ts'

/**
 * The dependencies of the till: the context, or a part of it while the context is still being
 * created.
 */
export interface TillContext {
  db: Db
  now: () => Date
  jobs: Pick<Jobs, 'send'>
}

/**
 * Queues an event in the transaction of the change it reports, so that neither exists without the
 * other. It is delivered like a real provider's: signed, to the webhook's code, and retried until it
 * is accepted.
 *
 * @param type as Stripe names it
 */
async function queueEvent(
  context: TillContext,
  trx: Queryable,
  { type, subject }: { type: string; subject: EventSubject },
): Promise<void> {
  const event = { id: `till_evt_${randomUUID()}`, type, createdAt: context.now(), subject }
  await context.jobs.send(trx, 'send-till-event', { body: JSON.stringify(event) })
}

export function queueCheckoutEvent(
  context: TillContext,
  trx: Queryable,
  { type, sessionRef }: { type: string; sessionRef: string },
): Promise<void> {
  return queueEvent(context, trx, {
    type: `checkout.session.${type}`,
    subject: { about: 'checkout', sessionRef },
  })
}

/** Does nothing for a single payment. */
export async function queueSubscriptionEvent(
  context: TillContext,
  trx: Queryable,
  { type, subscriptionRef }: { type: string; subscriptionRef: string | null },
): Promise<void> {
  if (!subscriptionRef) return
  const subject = { about: 'subscription', subscriptionRef } as const
  await queueEvent(context, trx, { type: `customer.subscription.${type}`, subject })
}

export function queuePaymentEvent(
  context: TillContext,
  trx: Queryable,
  { type, ...subject }: { type: string; paymentRef: string; subscriptionRef: string | null },
): Promise<void> {
  return queueEvent(context, trx, { type, subject: { about: 'payment', ...subject } })
}
