import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DailyPage } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'

const ASK_AGAIN_MS = 60_000

/** The key prefix of every day. */
export const dailyKey = [dailyCalls.get.path] as const

/**
 * The Daily WORD of a past day, or of today without a date. `today` is the community's logical
 * date, so that an open page changes with it. The previous day stays on screen while another one
 * loads.
 */
export function dailyQuery({ today, date }: { today: DateText; date: DateText | undefined }) {
  return queryOptions({
    queryKey: [...dailyKey, { today, date }],
    queryFn: ({ signal }) => call(dailyCalls.get, { query: { date }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      date === undefined && state.data && mayStillChange(state.data, today) ? ASK_AGAIN_MS : false,
  })
}

/**
 * Whether part of today's content is not published yet, or the server has not reached the new day.
 */
export function mayStillChange(page: DailyPage, today: DateText): boolean {
  return page.message === null || page.reflection === null || page.today !== today
}
