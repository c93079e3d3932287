import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { noteBounced, noteUnsubscribed } from './results-store.ts'

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
 * Counts a bounce in the results of its mailing; ignores messages that belong to none. Returns
 * whether it counted: if so, call `announceResults` after the commit.
 */
export async function countBounce(
  trx: Trx,
  { tags, at }: { tags: Record<string, string>; at: Date },
): Promise<boolean> {
  const mailingId = idOf(tags.mailing)
  const mailingRecipientId = idOf(tags.recipient)
  if (mailingId === undefined || mailingRecipientId === undefined) return false
  return noteBounced(trx, { mailingId, mailingRecipientId, at })
}

function idOf(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
  return id !== undefined && id <= MOST_ID ? id : undefined
}

/**
 * Counts, like `countBounce`, a recipient who unsubscribed through the mailing's link or undid it.
 */
export function countUnsubscription(
  trx: Trx,
  input: { mailingId: number; memberId: string; isUnsubscribed: boolean; now: Date },
): Promise<boolean> {
  return noteUnsubscribed(trx, input)
}

/** Tells open pages that the results of a broadcast changed. Call it after the commit. */
export function announceResults(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'mailings' })
}
