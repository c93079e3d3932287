import type { Queryable } from '#server/db/connect.ts'
import type { Json } from '#server/db/schema.gen.ts'

export interface AuditRow {
  auditEntryId: number
  /** The administrator's; null once the account is gone. */
  anonymousUsername: string | null
  action: string
  subjectType: string
  subjectId: string
  detail: Json
  createdAt: Date
}

export async function insertAuditEntry(
  db: Queryable,
  entry: {
    adminId: string | null
    action: string
    subjectType: string
    subjectId: string
    /** JSON. */
    detail: string
  },
): Promise<void> {
  await db.insertInto('auditEntry').values(entry).execute()
}

/** The log, newest first; of one action, where one is given. */
export async function listAuditEntries(
  db: Queryable,
  { action, limit, offset }: { action: string | undefined; limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  let query = db.selectFrom('auditEntry')
  if (action) query = query.where('action', '=', action)
  const [rows, count] = await Promise.all([
    query
      .leftJoin('member', 'member.memberId', 'auditEntry.adminId')
      .select([
        'auditEntry.auditEntryId',
        'member.anonymousUsername',
        'auditEntry.action',
        'auditEntry.subjectType',
        'auditEntry.subjectId',
        'auditEntry.detail',
        'auditEntry.createdAt',
      ])
      .orderBy('auditEntryId', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('entries')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.entries) }
}
