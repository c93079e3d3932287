import { sql } from 'kysely'
import type { ActionType, ActionWeek, SystemAction } from '#contract/actions.ts'
import type { DayStamp } from '#contract/fields.ts'
import { addDays, type DateText, logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { mayFinishYesterday, resolveDay } from '#server/domain/day-stamp.ts'
import { requireKnown, versioned } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { editable, presentSystemActions, presentWeek, WEEK_DAYS } from './present.ts'

/**
 * Resolves a stamp to the viewer's logical day. Throws `invalid_input` for a `date` before the
 * viewer joined. A `madeAt` before that counts for the day they joined, because the device's clock
 * must be wrong.
 */
export async function dayOf(
  context: Context,
  { id: memberId, timeZone }: Viewer,
  { date, madeAt }: DayStamp,
): Promise<{ memberId: string; day: DateText; finishedLater: boolean }> {
  const now = context.now()
  const resolved = resolveDay({ stamp: { date, madeAt }, now, timeZone })
  if (resolved.day === logicalDate(now, timeZone)) return { memberId, ...resolved }
  const { createdAt } = await getRhythm(context, memberId)
  const joinedOn = logicalDate(createdAt, timeZone)
  if (resolved.day >= joinedOn) return { memberId, ...resolved }
  if (date === undefined) return { memberId, day: joinedOn, finishedLater: false }
  const sentence = 'This day is before you joined. Check off today’s actions instead.'
  throw new AppError('invalid_input', sentence, { fields: { date: sentence } })
}

async function getRhythm(context: Context, memberId: string): Promise<RhythmRow> {
  const rhythm = await findRhythm(context.db, memberId)
  if (!rhythm) throw notSignedIn()
  return rhythm
}

/** The five fixed actions of the day. */
export async function readSystemActions(
  context: Context,
  viewer: Viewer,
  stamp: DayStamp,
): Promise<SystemAction[]> {
  return presentSystemActions(await listTicks(context.db, await dayOf(context, viewer, stamp)))
}

/** Ticks a fixed action. Does nothing if it is ticked: an action ticked in time stays so. */
export async function completeSystemAction(
  context: Context,
  viewer: Viewer,
  { actionType, ...stamp }: DayStamp & { actionType: ActionType },
): Promise<SystemAction> {
  const day = await dayOf(context, viewer, stamp)
  const { finishedLater } = await putTick(context.db, { ...day, actionType })
  return { actionType, completed: true, finishedLater }
}

/** Removes a tick; does nothing if there is none. */
export async function uncompleteSystemAction(
  context: Context,
  viewer: Viewer,
  { actionType, ...stamp }: DayStamp & { actionType: ActionType },
): Promise<SystemAction> {
  const { memberId, day } = await dayOf(context, viewer, stamp)
  await context.db
    .deleteFrom('actionTick')
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .where('actionType', '=', actionType)
    .execute()
  return { actionType, completed: false, finishedLater: false }
}

/** The last seven days at a glance. */
export async function readWeek(context: Context, viewer: Viewer): Promise<ActionWeek> {
  const { timeZone, id: memberId } = viewer
  const now = context.now()
  const today = logicalDate(now, timeZone)
  const [rhythm, tickedDays] = await Promise.all([
    getRhythm(context, memberId),
    listTickedDays(context.db, { memberId, from: addDays(today, 1 - WEEK_DAYS), to: today }),
  ])
  return presentWeek({
    today,
    tickedDays,
    restWeekdays: rhythm.restWeekdays,
    joinedOn: logicalDate(rhythm.createdAt, timeZone),
    mayFinishYesterday: mayFinishYesterday(now, timeZone),
  })
}

/** Replaces the viewer's rest days. Throws `conflict` if they have changed since `version`. */
export async function chooseRestDays(
  context: Context,
  viewer: Viewer,
  { weekdays, version }: { weekdays: number[]; version: string | undefined },
): Promise<ActionWeek> {
  const before = await readWeek(context, viewer)
  await inTransaction(context.db, async (trx) => {
    const own = trx.selectFrom('member').select('restWeekdays').where('memberId', '=', viewer.id)
    const row = await own.forNoKeyUpdate().executeTakeFirst()
    if (!row) throw notSignedIn()
    const saved = editable(row)
    const newer = (): ActionWeek => ({ ...before, ...versioned(saved) })
    requireKnown({ version, saved, changes: { restWeekdays: weekdays }, newer })
    const member = trx.updateTable('member').where('memberId', '=', viewer.id)
    await member.set({ restWeekdays: weekdays }).execute()
  })
  return readWeek(context, viewer)
}

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
function listTicks(db: Queryable, { memberId, day }: MemberDay): Promise<TickRow[]> {
  return db
    .selectFrom('actionTick')
    .select(['actionType', 'finishedLater'])
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .execute()
}

/** Ticks a fixed action, or returns the existing tick. */
function putTick(
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

/** A day with at least one tick. */
export interface TickedDayRow {
  day: DateText
  completedCount: number
  isFinishedLater: boolean
}

/** The days in a span with at least one tick of a fixed or personal action, even a removed one. */
async function listTickedDays(
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

interface RhythmRow {
  restWeekdays: number[]
  /** When the member registered. */
  createdAt: Date
}

function findRhythm(db: Queryable, memberId: string): Promise<RhythmRow | undefined> {
  return db
    .selectFrom('member')
    .select(['restWeekdays', 'createdAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}
