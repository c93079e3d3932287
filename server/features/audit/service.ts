import type { Queryable } from '#server/db/connect.ts'
import { insertAuditEntry } from './store.ts'

/** What an administrator did, or looked at where looking matters. */
export interface AuditEntry {
  adminId: string
  action:
    | 'story-approved'
    | 'story-withdrawn'
    | 'story-rejected'
    | 'story-removed'
    | 'story-tagged'
    | 'reply-removed'
    | 'report-kept'
    | 'tag-created'
    | 'outbox-read'
  subjectType: 'story' | 'reply' | 'tag' | 'outbox'
  subjectId: string
  detail?: Record<string, string | number | string[]> | undefined
}

/** Remembers an act in the transaction that does it. */
export function recordAudit(trx: Queryable, entry: AuditEntry): Promise<void> {
  const { detail = {}, ...values } = entry
  return insertAuditEntry(trx, { ...values, detail: JSON.stringify(detail) })
}
