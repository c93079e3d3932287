import type { Trx } from '#server/db/connect.ts'
import { noteBounced, noteUnsubscribed } from './results-store.ts'

const MOST_ID = 2_147_483_647

/** The tags of a message, which its delivery events repeat. They say nothing about a person. */
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
 * Counts a bounce in the results of its mailing; a message of no mailing is left alone. Returns
 * whether it counted: then the mailings are to be announced after the commit.
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

/** The same for who unsubscribed with the link in a mailing, or took that back. */
export function countUnsubscription(
  trx: Trx,
  input: { mailingId: number; memberId: string; isUnsubscribed: boolean; now: Date },
): Promise<boolean> {
  return noteUnsubscribed(trx, input)
}
