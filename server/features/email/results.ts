import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'

const MOST_ID = 2_147_483_647

/**
 * The tags of a message, which the provider's events repeat. They contain nothing about a person.
 */
export function tagsOf(message: {
  mailingId: number
  mailingRecipientId: number
}): Record<string, string> {
  return {
    mailing: String(message.mailingId),
    recipient: String(message.mailingRecipientId),
  }
}

/**
 * Counts a message's bounce once in the results of its mailing; ignores messages that belong to
 * none. Returns whether it counted: if so, call `announceResults` after the commit.
 */
export async function countBounce(
  trx: Trx,
  { tags, at }: { tags: Record<string, string>; at: Date },
): Promise<boolean> {
  const mailingId = idOf(tags.mailing)
  const mailingRecipientId = idOf(tags.recipient)
  if (mailingId === undefined || mailingRecipientId === undefined) return false
  const result = await sql`
    with noted as (
      update mailing_recipient set bounced_at = ${at}
      where mailing_id = ${mailingId} and bounced_at is null
        and mailing_recipient_id = ${mailingRecipientId}
      returning mailing_id
    )
    update mailing m set bounced_count = m.bounced_count + 1
    from noted where m.mailing_id = noted.mailing_id`.execute(trx)
  return (result.numAffectedRows ?? 0n) > 0n
}

function idOf(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
  return id !== undefined && id <= MOST_ID ? id : undefined
}

/**
 * Counts, like `countBounce`, a recipient who unsubscribed through the mailing's link or undid it.
 */
export async function countUnsubscription(
  trx: Trx,
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

/** Tells open pages that the results of a broadcast changed. Call it after the commit. */
export function announceResults(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'mailings' })
}
