import type { Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { DailySettings } from '#server/db/schema.gen.ts'

const ROW = [
  'autoGenerate',
  /** HH:MM in the community's time zone. */
  'generateAt',
  /** Runs that were due before this are not made up for. */
  'scheduledSince',
  'dailyMessagePrompt',
  'agentStyle',
  'reflectionPrompt',
] as const

export type DailySettingsRow = Pick<Selectable<DailySettings>, (typeof ROW)[number]>

export function getDailySettings(db: Queryable): Promise<DailySettingsRow> {
  return db.selectFrom('dailySettings').select(ROW).executeTakeFirstOrThrow()
}

/** Reads the settings and locks them until the transaction ends. */
export function lockDailySettings(trx: Queryable): Promise<DailySettingsRow> {
  return trx.selectFrom('dailySettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

export async function updateDailySettings(
  trx: Queryable,
  changes: Updateable<DailySettings>,
): Promise<void> {
  await trx.updateTable('dailySettings').set(changes).execute()
}
