import type { Queryable } from '#server/db/connect.ts'

export interface LiveSettingsRow {
  retentionDays: number
  assignmentTitle: string
  /** Sanitized rich text. */
  assignmentHtml: string
}

const ROW = ['retentionDays', 'assignmentTitle', 'assignmentHtml'] as const

export function getLiveSettings(db: Queryable): Promise<LiveSettingsRow> {
  return db.selectFrom('liveSettings').select(ROW).executeTakeFirstOrThrow()
}

/** Like `getLiveSettings`, but locks the row until the transaction ends. */
export function lockLiveSettings(trx: Queryable): Promise<LiveSettingsRow> {
  return trx.selectFrom('liveSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

export async function updateLiveSettings(
  trx: Queryable,
  changes: Partial<LiveSettingsRow>,
): Promise<void> {
  await trx.updateTable('liveSettings').set(changes).execute()
}
