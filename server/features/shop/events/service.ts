import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { EventSubject, PaymentEvent } from '#server/ports/payments/port.ts'
import { findCheckoutId, insertEvent, isEventKnown } from './store.ts'
import { orUnknown, type ProviderRefs, refreshCheckout } from './sync.ts'

/**
 * Handles a signed event of the provider. Its ledger row is written in the transaction of its
 * effect, so that a repeated event changes nothing. Throws `invalid_input` for a bad signature;
 * after any other error nothing is stored, and the provider sends it again.
 *
 * @param headers with lower-case names
 */
export async function receivePaymentEvent(
  context: Context,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const event = context.payments.readEvent(rawBody, headers)
  const { eventId, type } = event
  if (await isEventKnown(context.db, { provider: context.payments.name, eventId })) return
  const found = await locate(context, event.subject)
  const outcome = found && (await refreshCheckout(context, { ...found, event }))
  if (!outcome) await keepEvent(context, event)
  context.log.info({ type, eventId, concernsUs: outcome !== undefined }, 'payment event')
}

/**
 * Stores an event of a kind that has no effect here, or about something that wasn't bought here.
 */
async function keepEvent(context: Context, event: PaymentEvent): Promise<void> {
  const { db, payments, now } = context
  await inTransaction(db, (trx) =>
    insertEvent(trx, { provider: payments.name, event, receivedAt: now() }),
  )
}

interface Located {
  checkoutId: string
  hint: ProviderRefs
}

/** The checkout an event is about; undefined if it isn't one of ours. */
async function locate(context: Context, subject: EventSubject): Promise<Located | undefined> {
  switch (subject.about) {
    case 'nothing':
      return undefined
    case 'checkout': {
      const { sessionRef } = subject
      const checkoutId =
        (await known(context, { sessionRef })) ??
        (await orUnknown(context.payments.readCheckout(sessionRef)))?.checkoutId
      return checkoutId ? { checkoutId, hint: { sessionRef } } : undefined
    }
    case 'subscription':
      return locateSubscription(context, subject.subscriptionRef)
    case 'payment':
      return locatePayment(context, subject)
  }
}

async function locateSubscription(
  context: Context,
  subscriptionRef: string,
): Promise<Located | undefined> {
  const checkoutId =
    (await known(context, { subscriptionRef })) ??
    (await orUnknown(context.payments.readSubscription(subscriptionRef)))?.checkoutId
  return checkoutId ? { checkoutId, hint: { subscriptionRef } } : undefined
}

async function locatePayment(
  context: Context,
  subject: { paymentRef: string; subscriptionRef: string | null },
): Promise<Located | undefined> {
  const { paymentRef } = subject
  const booked = await known(context, { paymentRef })
  if (booked) return { checkoutId: booked, hint: { paymentRef } }
  const payment = subject.subscriptionRef
    ? undefined
    : await orUnknown(context.payments.readPayment(paymentRef))
  if (payment?.checkoutId) return { checkoutId: payment.checkoutId, hint: { paymentRef } }
  const subscriptionRef = subject.subscriptionRef ?? payment?.subscriptionRef
  if (!subscriptionRef) return undefined
  const located = await locateSubscription(context, subscriptionRef)
  return located && { ...located, hint: { subscriptionRef, paymentRef } }
}

function known(
  { db, payments }: Context,
  ref: Parameters<typeof findCheckoutId>[2],
): Promise<string | undefined> {
  return findCheckoutId(db, payments.name, ref)
}
