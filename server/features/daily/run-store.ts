import type { Selectable } from 'kysely'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DailyRun } from '#server/db/schema.gen.ts'

const ROW = [
  'day',
  'startedAt',
  'finishedAt',
  'messageSource',
  'reflectionSource',
  'fallbackReason',
] as const

export type DailyRunRow = Pick<Selectable<DailyRun>, (typeof ROW)[number]>

/** A node's claim on the run of a day. It ends when another node restarts the run. */
export interface RunClaim {
  day: DateText
  startedAt: Date
}

export function findRun(db: Queryable, day: DateText): Promise<DailyRunRow | undefined> {
  return db.selectFrom('dailyRun').select(ROW).where('day', '=', day).executeTakeFirst()
}

/** The run for the latest day. */
export function findLastRun(db: Queryable): Promise<DailyRunRow | undefined> {
  return db.selectFrom('dailyRun').select(ROW).orderBy('day', 'desc').limit(1).executeTakeFirst()
}

/**
 * Claims the run of a day, unless it is finished or was claimed at `staleBefore` or later by a node
 * that may still be working on it. If several nodes try at once, only one gets it.
 */
export async function claimRun(
  db: Queryable,
  { day, startedAt, staleBefore }: RunClaim & { staleBefore: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('dailyRun')
    .values({ day, startedAt })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ startedAt })
        .where('dailyRun.finishedAt', 'is', null)
        .where('dailyRun.startedAt', '<', staleBefore),
    )
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the claim still applies. Locks the run until the transaction ends. */
export async function lockClaim(trx: Queryable, claim: RunClaim): Promise<boolean> {
  const row = await trx
    .selectFrom('dailyRun')
    .select('day')
    .where('day', '=', claim.day)
    .where('startedAt', '=', claim.startedAt)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function finishRun(
  trx: Queryable,
  { day, ...outcome }: Omit<DailyRunRow, 'startedAt'>,
): Promise<void> {
  await trx.updateTable('dailyRun').set(outcome).where('day', '=', day).execute()
}
