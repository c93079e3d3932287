import type { Updateable } from 'kysely'
import type { AdminSettings, AdminSettingsInput } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DailySettings } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { localTimeOf } from '#server/domain/schedule.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { presentSettings } from './present.ts'
import { findLastRun } from './run.ts'
import { communityTimeZone } from './service.ts'
import { type DailySettingsRow, getDailySettings, SETTINGS } from './store.ts'

/** The settings for generating daily content, with the last and the next run. */
export async function readDailySettings(context: Context): Promise<AdminSettings> {
  return present(context, context.db)
}

/**
 * Saves the settings. After a new time or turning it on, runs that were due before are not made up
 * for. Throws `conflict` if one of them has changed since `version`.
 */
export async function saveDailySettings(
  context: Context,
  admin: Admin,
  { version, ...input }: AdminSettingsInput & { version?: string | undefined },
): Promise<AdminSettings> {
  return inTransaction(context.db, async (trx) => {
    const before = await lockDailySettings(trx)
    const now = context.now()
    const timeZone = await communityTimeZone(trx)
    const { localGenerateTime, generateTime: utcTime, ...rest } = input
    const generateAt = localGenerateTime ?? localTimeOf({ utcTime, timeZone, after: now })
    const after = { ...rest, generateAt }
    const { scheduledSince: _, ...saved } = before
    const newer = await present(context, trx)
    requireKnown({ version, saved, changes: after, newer: () => newer })
    const startsAnew =
      generateAt !== before.generateAt || (after.autoGenerate && !before.autoGenerate)
    await updateDailySettings(trx, { ...after, ...(startsAnew && { scheduledSince: now }) })
    await audit(trx, { admin, changed: changedNames(before, after) })
    return present(context, trx)
  })
}

function changedNames(
  before: DailySettingsRow,
  after: Omit<DailySettingsRow, 'scheduledSince'>,
): string[] {
  return Object.entries(after)
    .filter(([name, value]) => value !== before[name as keyof typeof after])
    .map(([name]) => name)
}

async function audit(
  trx: Queryable,
  { admin, changed }: { admin: Admin; changed: string[] },
): Promise<void> {
  if (changed.length === 0) return
  await recordAudit(trx, admin, {
    action: 'daily-settings-changed',
    subjectId: 'settings',
    detail: { changed },
  })
}

async function present(context: Context, db: Queryable): Promise<AdminSettings> {
  return presentSettings({
    settings: await getDailySettings(db),
    timeZone: await communityTimeZone(db),
    now: context.now(),
    provider: context.writers.provider,
    lastRun: await findLastRun(db),
  })
}

/** Reads the settings and locks them until the transaction ends. */
function lockDailySettings(trx: Queryable): Promise<DailySettingsRow> {
  return trx.selectFrom('dailySettings').select(SETTINGS).forUpdate().executeTakeFirstOrThrow()
}

async function updateDailySettings(
  trx: Queryable,
  changes: Updateable<DailySettings>,
): Promise<void> {
  await trx.updateTable('dailySettings').set(changes).execute()
}
