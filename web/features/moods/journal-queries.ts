import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { moodsKey, noticingLock } from '#web/features/moods/queries.ts'
import { call } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'

const LARGEST_PAGE = 100
/** How many pages one step of a search reads. */
const SEARCHED_PAGES = 4

/** The entries of a range of at most a hundred days, newest first. */
export function moodsBetweenQuery(range: { from: DateText; to: DateText }) {
  const query = { ...range, pageSize: LARGEST_PAGE }
  return queryOptions({
    queryKey: [...moodsKey, query],
    queryFn: ({ signal, client }) =>
      noticingLock(client, () => call(moodCalls.list, { query, signal })),
    staleTime: 0,
  })
}

/** The entries for this day in earlier months and years. */
export function onThisDayQuery(today: DateText) {
  return queryOptions({
    queryKey: [...moodsKey, 'on-this-day', today],
    queryFn: ({ signal, client }) =>
      noticingLock(client, () => call(moodCalls.onThisDay, { signal })),
    staleTime: 0,
  })
}

/** The journal for searching, newest first, about a year per page. */
export const journalPagesQuery = infiniteQueryOptions({
  queryKey: [...moodsKey, 'search'],
  queryFn: ({ pageParam, client }) => noticingLock(client, () => fetchPages(pageParam)),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _, page) => {
    const next = page + SEARCHED_PAGES
    return (next - 1) * LARGEST_PAGE < total ? next : undefined
  },
  staleTime: 0,
})

async function fetchPages(first: number): Promise<Page<MoodEntry>> {
  const pages = Array.from({ length: SEARCHED_PAGES }, (_, index) =>
    call(moodCalls.list, { query: { page: first + index, pageSize: LARGEST_PAGE } }),
  )
  const answers = await Promise.all(pages)
  return { items: answers.flatMap(({ items }) => items), total: answers[0]?.total ?? 0 }
}

/** The whole journal, however many pages it has. */
export async function fetchJournal(client: QueryClient): Promise<MoodEntry[]> {
  const entries = new Map<string, MoodEntry>()
  let isMore = true
  for (let page = 1; isMore; page++) {
    const { items, total } = await noticingLock(client, () =>
      call(moodCalls.list, { query: { page, pageSize: LARGEST_PAGE } }),
    )
    for (const entry of items) entries.set(entry.date, entry)
    isMore = items.length > 0 && page * LARGEST_PAGE < total
  }
  return [...entries.values()]
}
