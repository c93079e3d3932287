import { sql } from 'kysely'
import type { CheckResult } from '#contract/keeper.ts'
import type { Db, Trx } from '#server/db/connect.ts'

export interface CheckRow extends Omit<CheckResult, 'title' | 'state'> {
  state: string
  checkedAt: Date
}

export async function listResults(db: Db): Promise<CheckRow[]> {
  const rows = await db
    .selectFrom('checkResult')
    .select(['checkName', 'state', 'finding', 'meaning', 'action', 'checkedAt'])
    .execute()
  return rows.map(({ checkName: name, ...row }) => ({ name, ...row }))
}

/** Replaces the results, which a server with another configuration may have found. */
export async function forgetResults(db: Db): Promise<void> {
  await db
    .updateTable('checkResult')
    .set({
      ...{ state: 'skipped', meaning: null, action: null },
      finding: 'The server has just started and is checking this.',
    })
    .execute()
}

interface SavedResults {
  results: readonly CheckResult[]
  now: Date
  /** Whether the keepers are notified of new failures. If not, the next results do it. */
  isTelling?: boolean
}

/**
 * Replaces the stored results. Returns whether a check failed about which the keepers have not been
 * notified since it was last ok.
 */
export async function saveResults(
  trx: Trx,
  { results, now, isTelling = true }: SavedResults,
): Promise<boolean> {
  // Locked, so that if two nodes save at once, the second one sees that the keepers were notified.
  await sql`lock table check_result in exclusive mode`.execute(trx)
  const known = await trx.selectFrom('checkResult').select(['checkName', 'isTold']).execute()
  const notified = new Set(known.flatMap(({ checkName, isTold }) => (isTold ? [checkName] : [])))
  await trx.deleteFrom('checkResult').execute()
  await trx
    .insertInto('checkResult')
    .values(
      results.map(({ name, state, finding, meaning, action }) => ({
        checkName: name,
        checkedAt: now,
        isTold: (isTelling && state === 'failed') || (state !== 'ok' && notified.has(name)),
        ...{ state, finding, meaning, action },
      })),
    )
    .execute()
  return results.some(({ name, state }) => state === 'failed' && !notified.has(name))
}
