import { sql } from 'kysely'
import type { Versioned } from '#contract/fields.ts'
import type { LiveSettings, LiveSettingsInput } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { requireKnown, versioned } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { presentLiveSettings } from './present.ts'

export async function readLiveSettings(context: Context): Promise<Versioned<LiveSettings>> {
  return versioned(presentLiveSettings(await getLiveSettings(context.db)))
}

/**
 * Changes the given settings. New retention days also apply to existing recordings. Throws `conflict`
 * for a setting that has changed since `version`.
 */
export async function saveLiveSettings(
  context: Context,
  admin: Admin,
  { version, ...input }: LiveSettingsInput & { version?: string | undefined },
): Promise<Versioned<LiveSettings>> {
  const asked = columnsOf(input)
  const saved = await inTransaction(context.db, async (trx) => {
    const before = await lockLiveSettings(trx)
    const after = { ...before, ...asked }
    const names = ['retentionDays', 'assignmentTitle', 'assignmentHtml'] as const
    const [saved, changes] = [presentLiveSettings(before), presentLiveSettings(after)]
    requireKnown({ version, saved, changes, newer: () => versioned(saved) })
    const changed = names.filter((name) => after[name] !== before[name])
    if (changed.length === 0) return before
    await updateLiveSettings(trx, after)
    if (after.retentionDays !== before.retentionDays) await moveRemovals(trx, after.retentionDays)
    await recordAudit(trx, admin, {
      action: 'live-settings-changed',
      subjectId: 'settings',
      detail: { changed },
    })
    return after
  })
  context.changes.announce({ kind: 'topic', topic: 'live' })
  return versioned(presentLiveSettings(saved))
}

function columnsOf({ retentionDays, assignment }: LiveSettingsInput): Partial<LiveSettingsRow> {
  return {
    ...(retentionDays !== undefined && { retentionDays }),
    ...(assignment && {
      assignmentTitle: assignment.title,
      assignmentHtml: readHtml(assignment.html),
    }),
  }
}

function readHtml(html: string): string {
  const clean = sanitizeHtml(html)
  if (plainTextOf(clean) !== '') return clean
  const sentence = 'Text is required'
  throw new AppError('invalid_input', sentence, { fields: { assignment: sentence } })
}

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
function lockLiveSettings(trx: Queryable): Promise<LiveSettingsRow> {
  return trx.selectFrom('liveSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

async function updateLiveSettings(
  trx: Queryable,
  changes: Partial<LiveSettingsRow>,
): Promise<void> {
  await trx.updateTable('liveSettings').set(changes).execute()
}

/** Sets the removal time of every recording to this many days after its start. */
async function moveRemovals(trx: Queryable, retentionDays: number): Promise<void> {
  await sql`
    update live_recording set remove_at = started_at + make_interval(days => ${retentionDays})
    where remove_at is not null`.execute(trx)
}
