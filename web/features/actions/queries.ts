import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionWeek } from '#contract/actions.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { hasWaiting } from '#web/lib/outbox/outbox-state.ts'

const LATE_SERVER_MS = 30_000
const MORNING_MS = 300_000

/**
 * A day whose actions are shown. Calls name the date only for yesterday, because the server knows
 * today.
 */
export interface ActionDay {
  date: DateText
  isYesterday: boolean
}

/** The key prefixes of the lists of every day. */
const systemActionsKey = [actionCalls.listSystem.path] as const
export const personalActionsKey = [actionCalls.listPersonal.path] as const
const weekKey = [actionCalls.week.path] as const

export function todayOf(date: DateText): ActionDay {
  return { date, isYesterday: false }
}

export function yesterdayOf(today: DateText): ActionDay {
  return { date: addDays(today, -1), isYesterday: true }
}

/**
 * Refetches on waking, because other devices tick as well; but not while ticks on this device wait
 * to be sent, because a refetch would hide them. The lists are refetched once they are sent.
 */
const shared = { staleTime: 0, refetchOnWindowFocus: () => !hasWaiting('daily') } as const

/** The parameters that tell a call which day is meant. */
export function stampOf({ date, isYesterday }: ActionDay): { date?: DateText } {
  return isYesterday ? { date } : {}
}

export function systemActionsQuery(day: ActionDay) {
  return queryOptions({
    queryKey: [...systemActionsKey, day.date],
    queryFn: ({ signal }) => call(actionCalls.listSystem, { query: stampOf(day), signal }),
    ...shared,
  })
}

export function personalActionsQuery(day: ActionDay) {
  return queryOptions({
    queryKey: [...personalActionsKey, day.date],
    queryFn: ({ signal }) => call(actionCalls.listPersonal, { query: stampOf(day), signal }),
    ...shared,
  })
}

/**
 * The week that ends on the member's logical date. When a server that was behind reaches that date,
 * the lists are refetched, because they may be yesterday's.
 */
export function weekQuery(today: DateText) {
  const queryKey = [...weekKey, today] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const wasBehind = isBehind(client.getQueryData<ActionWeek>(queryKey), today)
      const week = await call(actionCalls.week, { signal })
      if (wasBehind && !isBehind(week, today)) invalidateLists(client)
      return week
    },
    ...shared,
    refetchInterval: ({ state }) => (state.data ? pauseAfter(state.data, today) : false),
  })
}

/**
 * The polling interval in milliseconds: the server's clock may be a little behind at 3 AM, and
 * yesterday closes at noon.
 */
export function pauseAfter(week: ActionWeek, today: DateText): number | false {
  if (isBehind(week, today)) return LATE_SERVER_MS
  return week.mayFinishYesterday ? MORNING_MS : false
}

function isBehind(week: ActionWeek | undefined, today: DateText): boolean {
  return week !== undefined && week.today !== today
}

/** Refetches everything that depends on the actions of any day. */
export function invalidateActions(queryClient: QueryClient): void {
  invalidateLists(queryClient)
  void queryClient.invalidateQueries({ queryKey: weekKey })
}

function invalidateLists(queryClient: QueryClient): void {
  for (const queryKey of [systemActionsKey, personalActionsKey]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

let channel: BroadcastChannel | undefined

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('folx-actions')
  return channel
}

/** Tells the browser's other tabs that actions have changed. */
export function tellOtherTabs(): void {
  openChannel().postMessage('changed')
}

/** Refetches the actions when another tab has changed them. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const tabs = openChannel()
    const handleChange = (): void => invalidateActions(queryClient)
    tabs.addEventListener('message', handleChange)
    return () => tabs.removeEventListener('message', handleChange)
  }, [queryClient])
}
