import type { Queryable } from '#server/db/connect.ts'

export async function insertAuditEntry(
  db: Queryable,
  entry: {
    adminId: string
    action: string
    subjectType: string
    subjectId: string
    /** JSON. */
    detail: string
  },
): Promise<void> {
  await db.insertInto('auditEntry').values(entry).execute()
}
