import { sql } from 'kysely'
import type { ActionType } from '#contract/actions.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'

/** A logical day of one member. */
export interface MemberDay {
  memberId: string
  day: DateText
}

export interface TickRow {
  actionType: ActionType
  finishedLater: boolean
}

/** The fixed actions that are ticked on the day. */
export function listTicks(db: Queryable, { memberId, day }: MemberDay): Promise<TickRow[]> {
  return db
    .selectFrom('actionTick')
    .select(['actionType', 'finishedLater'])
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .execute()
}

/** Ticks a fixed action, or returns the existing tick. */
export function putTick(
  db: Queryable,
  tick: MemberDay & { actionType: ActionType; finishedLater: boolean },
): Promise<TickRow> {
  return (
    db
      .insertInto('actionTick')
      .values(tick)
      // Rewrites the existing value, because `do nothing` would return no row.
      .onConflict((conflict) =>
        conflict.columns(['memberId', 'day', 'actionType']).doUpdateSet((eb) => ({
          finishedLater: eb.ref('actionTick.finishedLater'),
        })),
      )
      .returning(['actionType', 'finishedLater'])
      .executeTakeFirstOrThrow()
  )
}

export async function removeTick(
  db: Queryable,
  { memberId, day, actionType }: MemberDay & { actionType: ActionType },
): Promise<void> {
  await db
    .deleteFrom('actionTick')
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .where('actionType', '=', actionType)
    .execute()
}

/** A day with at least one tick. */
export interface TickedDayRow {
  day: DateText
  completedCount: number
  isFinishedLater: boolean
}

/** The days in a span with at least one tick of a fixed or personal action, even a removed one. */
export async function listTickedDays(
  db: Queryable,
  span: { memberId: string; from: DateText; to: DateText },
): Promise<TickedDayRow[]> {
  const ofSpan = sql`member_id = ${span.memberId} and day between ${span.from} and ${span.to}`
  const { rows } = await sql<TickedDayRow>`
    select day, count(*)::int as completed_count, bool_or(finished_later) as is_finished_later
    from (
      select day, finished_later from action_tick where ${ofSpan}
      union all
      select day, finished_later from personal_action_tick where ${ofSpan}
    ) ticked
    group by day`.execute(db)
  return rows
}

export interface RhythmRow {
  restWeekdays: number[]
  /** When the member registered. */
  createdAt: Date
}

export function findRhythm(db: Queryable, memberId: string): Promise<RhythmRow | undefined> {
  return db
    .selectFrom('member')
    .select(['restWeekdays', 'createdAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

export async function updateRestWeekdays(
  db: Queryable,
  { memberId, restWeekdays }: { memberId: string; restWeekdays: number[] },
): Promise<void> {
  await db.updateTable('member').set({ restWeekdays }).where('memberId', '=', memberId).execute()
}
