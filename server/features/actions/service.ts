import type { ActionType, ActionWeek, SystemAction } from '#contract/actions.ts'
import type { DayStamp } from '#contract/fields.ts'
import { addDays, type DateText, logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { mayFinishYesterday, resolveDay } from '#server/domain/day-stamp.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { presentSystemActions, presentWeek, WEEK_DAYS } from './present.ts'
import {
  findRhythm,
  listTickedDays,
  listTicks,
  putTick,
  removeTick,
  updateRestWeekdays,
} from './store.ts'

/** The viewer's logical day that a stamp speaks of. */
export function dayOf(
  context: Context,
  viewer: Viewer,
  { date, madeAt }: DayStamp,
): { memberId: string; day: DateText; finishedLater: boolean } {
  const stamp = { date, madeAt }
  const resolved = resolveDay({ stamp, now: context.now(), timeZone: viewer.timeZone })
  return { memberId: viewer.id, ...resolved }
}

/** The five fixed actions of the day. */
export async function readSystemActions(
  context: Context,
  viewer: Viewer,
  stamp: DayStamp,
): Promise<SystemAction[]> {
  return presentSystemActions(await listTicks(context.db, dayOf(context, viewer, stamp)))
}

/** Ticks a fixed action. A second time changes nothing: what was ticked in time stays so. */
export async function completeSystemAction(
  context: Context,
  viewer: Viewer,
  { actionType, ...stamp }: DayStamp & { actionType: ActionType },
): Promise<SystemAction> {
  const day = dayOf(context, viewer, stamp)
  const { finishedLater } = await putTick(context.db, { ...day, actionType })
  return { actionType, completed: true, finishedLater }
}

/** Takes a tick back; without one nothing changes. */
export async function uncompleteSystemAction(
  context: Context,
  viewer: Viewer,
  { actionType, ...stamp }: DayStamp & { actionType: ActionType },
): Promise<SystemAction> {
  await removeTick(context.db, { ...dayOf(context, viewer, stamp), actionType })
  return { actionType, completed: false, finishedLater: false }
}

/** The last seven days at a glance. */
export async function readWeek(context: Context, viewer: Viewer): Promise<ActionWeek> {
  const { timeZone, id: memberId } = viewer
  const now = context.now()
  const today = logicalDate(now, timeZone)
  const [rhythm, tickedDays] = await Promise.all([
    findRhythm(context.db, memberId),
    listTickedDays(context.db, { memberId, from: addDays(today, 1 - WEEK_DAYS), to: today }),
  ])
  if (!rhythm) throw new AppError('not_signed_in', 'Please sign in to go on.')
  return presentWeek({
    today,
    tickedDays,
    restWeekdays: rhythm.restWeekdays,
    registeredOn: logicalDate(rhythm.createdAt, timeZone),
    mayFinishYesterday: mayFinishYesterday(now, timeZone),
  })
}

/** Chooses the weekdays that are for rest, in place of those chosen before. */
export async function chooseRestDays(
  context: Context,
  viewer: Viewer,
  restWeekdays: number[],
): Promise<ActionWeek> {
  await updateRestWeekdays(context.db, { memberId: viewer.id, restWeekdays })
  return readWeek(context, viewer)
}
