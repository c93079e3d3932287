import type { Mailing, Recipients } from '#contract/email.ts'
import type { Audience } from './recipients-store.ts'
import type { MailingRow } from './store.ts'

/** @param expected how many would get it now, for one whose recipients are not fixed yet */
export function presentMailing(row: MailingRow, expected: number): Mailing {
  return {
    id: row.mailingId,
    kind: row.kind,
    subject: row.subject,
    html: row.html,
    sendAt: row.sendAt.toISOString(),
    status: row.status,
    recipientCount: row.recipientCount ?? expected,
    sentCount: row.sentCount,
    failedCount: row.failedCount,
    skippedCount: row.skippedCount,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export function presentRecipients({ recipients, ...excluded }: Audience): Recipients {
  return { recipientCount: recipients, excluded }
}
