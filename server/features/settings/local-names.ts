import { LOCAL_NAME_LIMITS, type LocalNameChanges, type LocalNames } from '#contract/local-names.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'

export async function listLocalNames(context: Context): Promise<LocalNames> {
  return { names: await findLocalNames(context.db) }
}

/**
 * Adds and removes names, so that concurrent changes by two administrators are both kept. Throws
 * `invalid_input` if there would be too many.
 */
export async function changeLocalNames(
  context: Context,
  admin: Admin,
  changes: LocalNameChanges,
): Promise<LocalNames> {
  const { names, isChanged } = await inTransaction(context.db, async (trx) => {
    const before = await lockLocalNames(trx)
    const names = changed(before, changes)
    if (names.length > LOCAL_NAME_LIMITS.names) {
      const sentence = `There can be up to ${LOCAL_NAME_LIMITS.names} names.`
      throw new AppError('invalid_input', sentence, { fields: { add: sentence } })
    }
    if (names.join('\n') === before.join('\n')) return { names, isChanged: false }
    await updateLocalNames(trx, names)
    await recordAudit(trx, admin, {
      action: 'settings-changed',
      subjectId: 'website',
      detail: { changed: ['localNames'] },
    })
    return { names, isChanged: true }
  })
  if (isChanged) context.changes.announce({ kind: 'topic', topic: 'settings' })
  return { names }
}

function changed(before: readonly string[], { add, remove }: LocalNameChanges): string[] {
  const names = new Map(before.map((name) => [name.toLowerCase(), name]))
  for (const name of remove) names.delete(name.toLowerCase())
  for (const name of add) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()].sort((one, other) => one.localeCompare(other, 'en'))
}

async function findLocalNames(db: Queryable): Promise<string[]> {
  const row = await db.selectFrom('websiteSettings').select('localNames').executeTakeFirstOrThrow()
  return row.localNames
}

/** The same, locked until the transaction ends. */
async function lockLocalNames(trx: Queryable): Promise<string[]> {
  const row = await trx
    .selectFrom('websiteSettings')
    .select('localNames')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.localNames
}

async function updateLocalNames(trx: Queryable, localNames: string[]): Promise<void> {
  await trx.updateTable('websiteSettings').set({ localNames }).execute()
}
