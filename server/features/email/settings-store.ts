import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { EmailSettings } from '#server/db/schema.gen.ts'

const ROW = [
  'postalAddress',
  'dailyMessageOn',
  'dailyMessageHour',
  'weeklyDigestOn',
  'weeklyDigestWeekday',
  'weeklyDigestHour',
] as const

export type EmailSettingsRow = Pick<Selectable<EmailSettings>, (typeof ROW)[number]>

export function getEmailSettings(db: Queryable): Promise<EmailSettingsRow> {
  return db.selectFrom('emailSettings').select(ROW).executeTakeFirstOrThrow()
}

/** Reads the settings and locks them until the transaction ends. */
export function lockEmailSettings(trx: Queryable): Promise<EmailSettingsRow> {
  return trx.selectFrom('emailSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

export async function updateEmailSettings(trx: Queryable, row: EmailSettingsRow): Promise<void> {
  await trx.updateTable('emailSettings').set(row).execute()
}
