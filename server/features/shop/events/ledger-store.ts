import type { Queryable } from '#server/db/connect.ts'
import type { PaymentEvent } from '#server/ports/payments/port.ts'

export async function isEventKnown(
  db: Queryable,
  event: { provider: string; eventId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('paymentEvent')
    .select('eventId')
    .where('provider', '=', event.provider)
    .where('eventId', '=', event.eventId)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the event was already stored. */
export async function insertEvent(
  trx: Queryable,
  input: { provider: string; event: PaymentEvent; receivedAt: Date },
): Promise<boolean> {
  const { provider, event, receivedAt } = input
  const { eventId, type, subject, createdAt } = event
  const result = await trx
    .insertInto('paymentEvent')
    .values({ provider, eventId, type, subject: JSON.stringify(subject), createdAt, receivedAt })
    .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertMismatch(
  trx: Queryable,
  mismatch: {
    purchaseId: number | null
    checkoutId: string | null
    sentence: string
    isMended: boolean
    foundAt: Date
  },
): Promise<void> {
  await trx.insertInto('paymentMismatch').values(mismatch).execute()
}
