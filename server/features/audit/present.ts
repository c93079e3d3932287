import { AuditLogEntry } from '#contract/users.ts'
import type { AuditRow } from './store.ts'

export function presentEntry(row: AuditRow): AuditLogEntry {
  return {
    id: row.auditEntryId,
    anonymousUsername: row.anonymousUsername,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    detail: AuditLogEntry.shape.detail.parse(row.detail),
    createdAt: row.createdAt.toISOString(),
  }
}
