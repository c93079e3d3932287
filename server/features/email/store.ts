import type { Queryable } from '#server/db/connect.ts'

export interface NewMailRow {
  kind: string
  toAddress: string
  subject: string
  text: string
  html: string
}

/**
 * Emails about a member's activity under their pseudonym. Next to its address, such an email would
 * tell an administrator whose story or guidance request it is, so the outbox doesn't list it. A day
 * without a reminder would reveal that the member was active.
 */
const UNLISTED_KINDS = new Set(['story-approved', 'story-returned', 'notification', 'reminder'])
export const UNLISTED = 'unlisted-'

export function isUnlistedKind(kind: string): boolean {
  return UNLISTED_KINDS.has(kind)
}

/** Stores an email in the outbox, once per key. */
export async function keepInOutbox(
  db: Queryable,
  mail: { idempotencyKey: string; toAddress: string; subject: string; text: string; html: string },
): Promise<void> {
  await db
    .insertInto('outboxMail')
    .values(mail)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
}
