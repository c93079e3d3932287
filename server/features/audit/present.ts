import { AuditLogEntry } from '#contract/users.ts'
import type { AuditRow, AuditSubject } from './store.ts'

/** @param subject what the entry is about, if it has a name and still exists */
export function presentEntry(row: AuditRow, subject: AuditSubject | undefined): AuditLogEntry {
  return {
    id: row.auditEntryId,
    anonymousUsername: row.anonymousUsername,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    about: subject?.about ?? null,
    storyId: subject?.storyId ?? null,
    detail: AuditLogEntry.shape.detail.parse(row.detail),
    createdAt: row.createdAt.toISOString(),
  }
}
