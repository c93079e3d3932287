import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import { type JournalLock, moodEndpoints } from '#contract/moods.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { hasWaiting } from '#web/lib/outbox/outbox-state.ts'

/** Previous entries that the panel lists (member document, section 9). */
export const PREVIOUS_ENTRIES = 5
/** How soon an open page notices that the journal has locked itself. */
const LOCK_POLL_MS = 15_000

/** The key above every list of entries: what to invalidate when one changed. */
export const moodsKey = [moodEndpoints.list.path] as const

/** Today's entry, if there is one, and the previous ones, newest first. */
export function recentMoodsQuery(today: DateText) {
  const query = { to: today, pageSize: PREVIOUS_ENTRIES + 1 }
  return queryOptions({
    queryKey: [...moodsKey, query],
    queryFn: ({ signal, client }) =>
      noticingLock(client, () => call(moodEndpoints.list, { query, signal })),
    staleTime: 0,
    refetchOnReconnect: true,
  })
}

/**
 * Whether waking asks for the recent entries again. Each look at a journal keeps its lock open, and
 * waking alone is none. An entry that waits on this device would go out until it is sent; then the
 * list is asked for anyway.
 */
export function mayAskOnWaking(lock: JournalLock | undefined): boolean {
  return lock?.minutes === null && !hasWaiting('moods')
}

/** Whether the journal is locked. While it has a lock, open pages go on asking. */
export const journalLockQuery = queryOptions({
  queryKey: [moodEndpoints.getLock.path],
  queryFn: async ({ signal, client }): Promise<JournalLock> => {
    await keepOpenWhileInUse(client)
    const lock = await call(moodEndpoints.getLock, { signal })
    if (lock.isLocked) forgetEntries(client)
    return lock
  },
  staleTime: 0,
  refetchInterval: ({ state }) => (isTicking(state.data) ? LOCK_POLL_MS : false),
  refetchOnWindowFocus: ({ state }) => isTicking(state.data),
})

function isTicking(lock: JournalLock | undefined): boolean {
  return lock !== undefined && lock.minutes !== null && !lock.isLocked
}

/** Takes over the state of the lock. Whatever it was, what is shown next is asked for anew. */
export function setLock(client: QueryClient, lock: JournalLock): void {
  void client.cancelQueries({ queryKey: journalLockQuery.queryKey })
  forgetEntries(client)
  client.setQueryData(journalLockQuery.queryKey, lock)
}

/** A page that says it is locked holds nothing of the journal in its memory. */
function forgetEntries(client: QueryClient): void {
  client.removeQueries({ queryKey: moodsKey })
}

/** Makes a call on the journal; a refusal because of the lock closes it on the page as well. */
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

/** Tells that somebody is writing: reading alone would let the lock close in the middle of it. */
export function noteWriting(): void {
  isInUse = true
}

/** The server keeps an open journal open at each look at it. */
async function keepOpenWhileInUse(client: QueryClient): Promise<void> {
  const known = client.getQueryData(journalLockQuery.queryKey)
  if (!isInUse || !isTicking(known)) return
  isInUse = false
  // Its refusal is the answer of the call that follows.
  await call(moodEndpoints.list, { query: { pageSize: 1 } }).catch(() => undefined)
}
