import type { ActionType, ActionWeek, SystemAction } from '#contract/actions.ts'
import type { DayStamp } from '#contract/fields.ts'
import { addDays, type DateText, logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { mayFinishYesterday, resolveDay } from '#server/domain/day-stamp.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { presentSystemActions, presentWeek, WEEK_DAYS } from './present.ts'
import {
  findRhythm,
  listTickedDays,
  listTicks,
  putTick,
  type RhythmRow,
  removeTick,
  updateRestWeekdays,
} from './store.ts'

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
  await removeTick(context.db, { ...(await dayOf(context, viewer, stamp)), actionType })
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

/** Replaces the viewer's rest days. */
export async function chooseRestDays(
  context: Context,
  viewer: Viewer,
  restWeekdays: number[],
): Promise<ActionWeek> {
  await updateRestWeekdays(context.db, { memberId: viewer.id, restWeekdays })
  return readWeek(context, viewer)
}
