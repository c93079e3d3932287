import { queryOptions } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'

/** The key prefix of the question of every day. */
export const triviaKey = [triviaCalls.today.path] as const

const ASK_AGAIN_MS = 30_000

/**
 * Today's question, fetched fresh whenever it is shown (member document, section 4). `today` is the
 * community's logical date; while the server has not reached it, the question is polled.
 */
export function triviaQuery(today: DateText) {
  return queryOptions({
    queryKey: [...triviaKey, today],
    queryFn: ({ signal }) => call(triviaCalls.today, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data && state.data.date !== today ? ASK_AGAIN_MS : false,
  })
}
