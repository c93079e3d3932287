import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DailyPage, dailyEndpoints } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'

const ASK_AGAIN_MS = 60_000

/** The key above every day. */
export const dailyKey = [dailyEndpoints.get.path] as const

/**
 * The Daily WORD of a past day, or of today without a date. `today` is the community's logical
 * date, so that an open page turns with it. The last day stays on screen while another one comes.
 */
export function dailyQuery({ today, date }: { today: DateText; date: DateText | undefined }) {
  return queryOptions({
    queryKey: [...dailyKey, { today, date }],
    queryFn: ({ signal }) => call(dailyEndpoints.get, { query: { date }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      date === undefined && state.data && mayStillChange(state.data, today) ? ASK_AGAIN_MS : false,
  })
}

/** Whether something of today is yet to be published, or the server's clock is a little behind. */
export function mayStillChange(page: DailyPage, today: DateText): boolean {
  return page.message === null || page.reflection === null || page.today !== today
}
