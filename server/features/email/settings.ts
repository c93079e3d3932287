import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { EmailSettings, EmailSettingsInput } from '#contract/email.ts'
import type { Versioned } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { EmailSettings as SettingsTable } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireKnown, versioned } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'

/** The postal address in every mailing, and the settings of the automatic ones. */
export async function readEmailSettings(db: Queryable): Promise<EmailSettings> {
  return presentEmailSettings(
    await db.selectFrom('emailSettings').select(ROW).executeTakeFirstOrThrow(),
  )
}

/**
 * Changes the given settings. The audit log records their names and whether a mailing was turned on
 * or off. Throws `conflict` for a setting that has changed since `version`.
 */
export function saveEmailSettings(
  context: Context,
  admin: Admin,
  { version, ...input }: EmailSettingsInput & { version?: string | undefined },
): Promise<Versioned<EmailSettings>> {
  return inTransaction(context.db, async (trx) => {
    const before = presentEmailSettings(
      await trx.selectFrom('emailSettings').select(ROW).forUpdate().executeTakeFirstOrThrow(),
    )
    const newer = (): EmailSettings => versioned(before)
    const after = merged(before, input)
    requireKnown({ version, saved: before, changes: after, newer })
    const changed = changesBetween(before, after)
    if (changed.length === 0) return versioned(before)
    await trx.updateTable('emailSettings').set(rowOf(after)).execute()
    await recordAudit(trx, admin, {
      action: 'email-settings-changed',
      subjectId: 'email',
      detail: { changed },
    })
    return versioned(after)
  })
}

function merged(before: EmailSettings, input: EmailSettingsInput): EmailSettings {
  const { postalAddress, dailyMessage, weeklyDigest } = input
  return {
    postalAddress: postalAddress === undefined ? before.postalAddress : postalAddress || null,
    dailyMessage: dailyMessage ?? before.dailyMessage,
    weeklyDigest: weeklyDigest ?? before.weeklyDigest,
  }
}

const MAILINGS = ['dailyMessage', 'weeklyDigest'] as const

function changesBetween(before: EmailSettings, after: EmailSettings): string[] {
  const changed = before.postalAddress === after.postalAddress ? [] : ['postalAddress']
  for (const name of MAILINGS) {
    if (before[name].isOn !== after[name].isOn) {
      changed.push(`${name} ${after[name].isOn ? 'on' : 'off'}`)
    } else if (!isDeepStrictEqual(before[name], after[name])) changed.push(name)
  }
  return changed
}

function presentEmailSettings(row: EmailSettingsRow): EmailSettings {
  return {
    postalAddress: row.postalAddress,
    dailyMessage: { isOn: row.dailyMessageOn, hour: row.dailyMessageHour },
    weeklyDigest: {
      isOn: row.weeklyDigestOn,
      weekday: row.weeklyDigestWeekday,
      hour: row.weeklyDigestHour,
    },
  }
}

/** The database row for these settings. */
function rowOf(settings: EmailSettings): EmailSettingsRow {
  const { postalAddress, dailyMessage, weeklyDigest } = settings
  return {
    postalAddress,
    dailyMessageOn: dailyMessage.isOn,
    dailyMessageHour: dailyMessage.hour,
    weeklyDigestOn: weeklyDigest.isOn,
    weeklyDigestWeekday: weeklyDigest.weekday,
    weeklyDigestHour: weeklyDigest.hour,
  }
}

const ROW = [
  'postalAddress',
  'dailyMessageOn',
  'dailyMessageHour',
  'weeklyDigestOn',
  'weeklyDigestWeekday',
  'weeklyDigestHour',
] as const

type EmailSettingsRow = Pick<Selectable<SettingsTable>, (typeof ROW)[number]>
