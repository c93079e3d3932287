import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Counts a message's bounce once. Returns whether it counted. */
export async function noteBounced(
  trx: Queryable,
  input: { mailingId: number; mailingRecipientId: number; at: Date },
): Promise<boolean> {
  const result = await sql`
    with noted as (
      update mailing_recipient set bounced_at = ${input.at}
      where mailing_id = ${input.mailingId} and bounced_at is null
        and mailing_recipient_id = ${input.mailingRecipientId}
      returning mailing_id
    )
    update mailing m set bounced_count = m.bounced_count + 1
    from noted where m.mailing_id = noted.mailing_id`.execute(trx)
  return (result.numAffectedRows ?? 0n) > 0n
}

/**
 * Counts once that a recipient unsubscribed through the link in a mailing, or undoes the count.
 * Returns whether anything changed.
 */
export async function noteUnsubscribed(
  trx: Queryable,
  input: { mailingId: number; memberId: string; isUnsubscribed: boolean; now: Date },
): Promise<boolean> {
  const { mailingId, memberId, isUnsubscribed, now } = input
  const result = await sql`
    with noted as (
      update mailing_recipient
      set unsubscribed_at = case when ${isUnsubscribed} then ${now}::timestamptz end
      where mailing_id = ${mailingId} and member_id = ${memberId}
        and (unsubscribed_at is null) = ${isUnsubscribed}
      returning mailing_id
    )
    update mailing m
    set unsubscribed_count = m.unsubscribed_count + case when ${isUnsubscribed} then 1 else -1 end
    from noted where m.mailing_id = noted.mailing_id`.execute(trx)
  return (result.numAffectedRows ?? 0n) > 0n
}
