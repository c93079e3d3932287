import type { OutboxMail } from '#contract/email.ts'
import type { OutboxRow } from './store.ts'

export function presentOutboxMail(row: OutboxRow): OutboxMail {
  return {
    id: row.outboxMailId,
    to: row.toAddress,
    subject: row.subject,
    text: row.text,
    html: row.html,
    createdAt: row.createdAt.toISOString(),
  }
}
