import {
  ACTION_TYPES,
  type ActionWeek,
  type PersonalAction,
  type SystemAction,
  type WeekDay,
} from '#contract/actions.ts'
import { addDays, type DateText, weekdayOf } from '#contract/logical-date.ts'
import { versioned } from '#server/domain/version.ts'
import type { PersonalActionRow } from './personal.ts'
import type { TickedDayRow, TickRow } from './service.ts'

export const WEEK_DAYS = 7
/** A week with this many misses is still on track. */
const FORGIVEN_MISSES = 2

/** All five fixed actions in their order, ticked or not. */
export function presentSystemActions(ticks: readonly TickRow[]): SystemAction[] {
  const byType = new Map(ticks.map((tick) => [tick.actionType, tick]))
  return ACTION_TYPES.map((actionType) => ({
    actionType,
    completed: byType.has(actionType),
    finishedLater: byType.get(actionType)?.finishedLater ?? false,
  }))
}

export function presentPersonalAction(row: PersonalActionRow): PersonalAction {
  return {
    id: row.personalActionId,
    actionContent: row.content,
    completed: row.completed,
    finishedLater: row.finishedLater,
  }
}

/**
 * The week that ends today. Today, rest days and days before the member joined never count as
 * missed. A week can only be on track if the member joined before or on its first day.
 */
export function presentWeek(input: {
  today: DateText
  joinedOn: DateText
  restWeekdays: readonly number[]
  tickedDays: readonly TickedDayRow[]
  mayFinishYesterday: boolean
}): ActionWeek {
  const { today, joinedOn } = input
  const byDay = new Map(input.tickedDays.map((row) => [row.day, row]))
  const days = Array.from({ length: WEEK_DAYS }, (_, index): WeekDay => {
    const date = addDays(today, index + 1 - WEEK_DAYS)
    return {
      date,
      completedCount: byDay.get(date)?.completedCount ?? 0,
      isRest: input.restWeekdays.includes(weekdayOf(date)),
      isFinishedLater: byDay.get(date)?.isFinishedLater ?? false,
    }
  })
  const misses = days.filter(
    ({ date, completedCount, isRest }) =>
      date < today && date >= joinedOn && completedCount === 0 && !isRest,
  ).length
  return {
    today,
    days,
    joinedOn,
    ...versioned(editable(input)),
    misses,
    isWhole: joinedOn <= addDays(today, 1 - WEEK_DAYS) && misses <= FORGIVEN_MISSES,
    mayFinishYesterday: input.mayFinishYesterday && joinedOn < today,
  }
}

/** The rest days, in order. */
export function editable({ restWeekdays }: { restWeekdays: readonly number[] }): {
  restWeekdays: number[]
} {
  return { restWeekdays: restWeekdays.toSorted((a, b) => a - b) }
}
