import type { Queryable } from '#server/db/connect.ts'

export interface EmailSettingsRow {
  postalAddress: string | null
  dailyMessageOn: boolean
  dailyMessageHour: number
  weeklyDigestOn: boolean
  weeklyDigestWeekday: number
  weeklyDigestHour: number
}

const ROW = [
  'postalAddress',
  'dailyMessageOn',
  'dailyMessageHour',
  'weeklyDigestOn',
  'weeklyDigestWeekday',
  'weeklyDigestHour',
] as const

export function getEmailSettings(db: Queryable): Promise<EmailSettingsRow> {
  return db.selectFrom('emailSettings').select(ROW).executeTakeFirstOrThrow()
}

/** The same, and nobody else changes them until the transaction ends. */
export function lockEmailSettings(trx: Queryable): Promise<EmailSettingsRow> {
  return trx.selectFrom('emailSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

export async function updateEmailSettings(trx: Queryable, row: EmailSettingsRow): Promise<void> {
  await trx.updateTable('emailSettings').set(row).execute()
}
