import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ActionWeek, actionEndpoints } from '#contract/actions.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'

const LATE_SERVER_MS = 30_000
const MORNING_MS = 300_000

/** A day whose actions are shown. Yesterday's calls name it; the server knows today itself. */
export interface ActionDay {
  date: DateText
  isYesterday: boolean
}

/** The keys above the lists of every day. */
export const systemActionsKey = [actionEndpoints.listSystem.path] as const
export const personalActionsKey = [actionEndpoints.listPersonal.path] as const
const weekKey = [actionEndpoints.week.path] as const

export function todayOf(date: DateText): ActionDay {
  return { date, isYesterday: false }
}

export function yesterdayOf(today: DateText): ActionDay {
  return { date: addDays(today, -1), isYesterday: true }
}

/** How calls say which day they mean. */
export function stampOf({ date, isYesterday }: ActionDay): { date?: DateText } {
  return isYesterday ? { date } : {}
}

export function systemActionsQuery(day: ActionDay) {
  return queryOptions({
    queryKey: [...systemActionsKey, day.date],
    queryFn: ({ signal }) => call(actionEndpoints.listSystem, { query: stampOf(day), signal }),
    staleTime: 0,
  })
}

export function personalActionsQuery(day: ActionDay) {
  return queryOptions({
    queryKey: [...personalActionsKey, day.date],
    queryFn: ({ signal }) => call(actionEndpoints.listPersonal, { query: stampOf(day), signal }),
    staleTime: 0,
  })
}

/** The week that ends on the member's logical date. */
export function weekQuery(today: DateText) {
  return queryOptions({
    queryKey: [...weekKey, today],
    queryFn: ({ signal }) => call(actionEndpoints.week, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pauseAfter(state.data, today) : false),
  })
}

/** The server's clock may be a little behind at 3 AM, and yesterday closes at noon. */
export function pauseAfter(week: ActionWeek, today: DateText): number | false {
  if (week.today !== today) return LATE_SERVER_MS
  return week.mayFinishYesterday ? MORNING_MS : false
}

/** What to ask for again when the actions of some day changed. */
export function invalidateActions(queryClient: QueryClient): void {
  for (const queryKey of [systemActionsKey, personalActionsKey, weekKey]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
