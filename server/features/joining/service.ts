import { DAY_MS } from '#contract/durations.ts'
import type { Versioned } from '#contract/fields.ts'
import type { JoiningSettings, JoiningSettingsInput } from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireKnown, versioned } from '#server/domain/version.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'

const SETTINGS = [
  'mode',
  'holdsFirstReply',
  'newcomerDays',
  'newcomerReplies',
  'newcomerReports',
] as const satisfies (keyof JoiningSettings)[]

/** The joining mode and the limits for newcomers. */
export function readJoining({ db }: Pick<Context, 'db'>): Promise<JoiningSettings> {
  return db.selectFrom('joiningSettings').select(SETTINGS).executeTakeFirstOrThrow()
}

/** Whether the limits for newcomers apply to a member. They don't apply to the team. */
export function hasNewcomerLimits(
  viewer: Viewer,
  { newcomerDays }: Pick<JoiningSettings, 'newcomerDays'>,
  now: Date,
): boolean {
  const isNew = viewer.joinedAt.getTime() > now.getTime() - newcomerDays * DAY_MS
  return isNew && viewer.rights.length === 0
}

/**
 * Changes the given settings and leaves the others. Throws `conflict` for one that has changed since
 * `version`.
 */
export async function saveJoining(
  context: Context,
  admin: Admin,
  { version, ...input }: JoiningSettingsInput & { version?: string | undefined },
): Promise<Versioned<JoiningSettings>> {
  const saved = await inTransaction(context.db, async (trx) => {
    const before = await trx
      .selectFrom('joiningSettings')
      .select(SETTINGS)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const changes = changesOf(before, input)
    requireKnown({ version, saved: before, changes, newer: () => versioned(before) })
    const changed = Object.keys(changes)
    if (changed.length === 0) return before
    await trx.updateTable('joiningSettings').set(changes).execute()
    await recordAudit(trx, admin, {
      action: 'joining-changed',
      subjectId: 'joining',
      detail: { changed, ...(changes.mode && { from: before.mode, to: changes.mode }) },
    })
    return { ...before, ...changes }
  })
  context.changes.announce({ kind: 'topic', topic: 'settings' })
  return versioned(saved)
}

function changesOf(before: JoiningSettings, input: JoiningSettingsInput): JoiningSettingsInput {
  return Object.fromEntries(
    Object.entries(input).filter(
      // The input's keys are keys of the settings.
      ([name, value]) => value !== undefined && value !== before[name as keyof JoiningSettings],
    ),
  )
}

/** Reads the settings with a shared lock, so that the mode stays until the transaction ends. */
export function holdSettings(trx: Queryable): Promise<JoiningSettings> {
  return trx.selectFrom('joiningSettings').select(SETTINGS).forShare().executeTakeFirstOrThrow()
}
