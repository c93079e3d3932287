import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { JournalLock, MoodEntry } from '#contract/moods.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { hasWaiting } from '#web/lib/outbox/outbox-state.ts'

const LARGEST_PAGE = 100

/** How many pages one step of a search reads. */
const SEARCHED_PAGES = 4

/** The key prefix of every list of entries, to invalidate when one changes. */
export const moodsKey = [moodCalls.list.path] as const

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

/** How many previous entries the panel lists (member document, section 9). */
export const PREVIOUS_ENTRIES = 5

/** How often an open page checks whether the journal has locked. */
const LOCK_POLL_MS = 15_000

/** Today's entry, if there is one, and the previous ones, newest first. */
export function recentMoodsQuery(today: DateText) {
  const query = { to: today, pageSize: PREVIOUS_ENTRIES + 1 }
  return queryOptions({
    queryKey: [...moodsKey, query],
    queryFn: ({ signal, client }) =>
      noticingLock(client, () => call(moodCalls.list, { query, signal })),
    staleTime: 0,
    refetchOnReconnect: true,
  })
}

/**
 * Whether to refetch the recent entries on waking. Each read extends the lock's time, and waking
 * alone must not. A refetch would also hide an entry that waits on this device; the list is
 * refetched once it is sent.
 */
export function mayAskOnWaking(lock: JournalLock | undefined): boolean {
  return lock?.minutes === null && !hasWaiting('moods')
}

/** Whether the journal is locked. Open pages poll this while the journal has a lock. */
export const journalLockQuery = queryOptions({
  queryKey: [moodCalls.getLock.path],
  queryFn: async ({ signal, client }): Promise<JournalLock> => {
    await keepOpenWhileInUse(client)
    const lock = await call(moodCalls.getLock, { signal })
    if (lock.isLocked) forgetEntries(client)
    return lock
  },
  staleTime: 0,
  refetchInterval: ({ state }) => (isTicking(state.data) ? LOCK_POLL_MS : false),
  refetchOnWindowFocus: ({ state }) => isTicking(state.data),
})

/** Reads the recent entries for a page, unless the journal has a lock: then the page asks for them. */
export async function readOpenJournal(client: QueryClient, today: DateText): Promise<void> {
  const lock = await client.fetchQuery(journalLockQuery)
  if (lock.minutes === null) await client.prefetchQuery(recentMoodsQuery(today))
}

function isTicking(lock: JournalLock | undefined): boolean {
  return lock !== undefined && lock.minutes !== null && !lock.isLocked
}

/** Stores the new state of the lock and clears cached entries, so that they are refetched. */
export function setLock(client: QueryClient, lock: JournalLock): void {
  void client.cancelQueries({ queryKey: journalLockQuery.queryKey })
  forgetEntries(client)
  client.setQueryData(journalLockQuery.queryKey, lock)
}

/** Clears the journal from memory, because a locked page must not keep it. */
function forgetEntries(client: QueryClient): void {
  client.removeQueries({ queryKey: moodsKey })
}

/** Makes a call on the journal. If it is refused because of the lock, locks the page as well. */
export async function noticingLock<T>(client: QueryClient, makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall()
  } catch (error) {
    if (isLockedError(error)) {
      const known = client.getQueryData(journalLockQuery.queryKey)
      client.setQueryData(journalLockQuery.queryKey, {
        minutes: known?.minutes ?? null,
        isLocked: true,
      })
    }
    throw error
  }
}

export function isLockedError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'journal_locked'
}

let isInUse = false

/** Notes that the member is writing, so that the journal doesn't lock in the middle of it. */
export function noteWriting(): void {
  isInUse = true
}

/** Reads one entry while the member is writing, because each read keeps the journal unlocked. */
async function keepOpenWhileInUse(client: QueryClient): Promise<void> {
  const known = client.getQueryData(journalLockQuery.queryKey)
  if (!isInUse || !isTicking(known)) return
  isInUse = false
  // A failure is reported by the call that follows.
  await call(moodCalls.list, { query: { pageSize: 1 } }).catch(() => undefined)
}

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
