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

/**
 * Replaces the stored results. Returns whether a check failed about which the keepers have not been
 * notified since it was last ok.
 */
export async function saveResults(
  trx: Trx,
  { results, now }: { results: readonly CheckResult[]; now: Date },
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
        isTold: state === 'failed' || (state !== 'ok' && notified.has(name)),
        ...{ state, finding, meaning, action },
      })),
    )
    .execute()
  return results.some(({ name, state }) => state === 'failed' && !notified.has(name))
}
