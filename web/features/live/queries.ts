import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { BodyInput, Page } from '#contract/endpoint.ts'
import type { Versioned } from '#contract/fields.ts'
import type {
  LiveRecording,
  LiveSettings,
  LiveState,
  liveEndpoints,
  PublishedRecording,
} from '#contract/live.ts'
import { call } from '#web/lib/api.ts'
import { liveCalls, shopCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { useRefreshOn } from '#web/lib/live.ts'

export const PUBLISHED_PER_PAGE = 5

export const RECORDINGS_PER_PAGE = 10

const publishedKey = [liveCalls.listPublished.path] as const

const recordingsKey = [liveCalls.listRecordings.path] as const

export const liveSettingsQuery = endpointQuery(liveCalls.getSettings)

/** Polling interval for pages that have lost their live connection. */
const ASK_EVERY_MS = 30_000

/**
 * Whether the room is on air. Polled because there is no live event when access changes, for
 * example after a payment.
 */
export const liveStateQuery = endpointQuery(liveCalls.get, {
  staleTime: 0,
  refetchInterval: ASK_EVERY_MS,
  refetchOnWindowFocus: true,
})

export const livePageQuery = endpointQuery(liveCalls.page, { staleTime: 0 })

/** The current state of the room, kept up to date; data is undefined until it has loaded. */
export function useLiveState() {
  useRefreshOn('live', liveStateQuery.queryKey)
  return useQuery(liveStateQuery)
}

/**
 * The content next to the room. It includes the schedule, so it also refreshes when settings
 * change.
 */
export function useLivePage() {
  useRefreshOn('live', livePageQuery.queryKey)
  useRefreshOn('settings', livePageQuery.queryKey)
  return useQuery(livePageQuery)
}

/** The recordings that members with access can listen to, newest first. */
export function publishedQuery(page: number) {
  const query = { page, pageSize: PUBLISHED_PER_PAGE }
  return queryOptions({
    queryKey: [...publishedKey, query],
    queryFn: ({ signal }): Promise<Page<PublishedRecording>> =>
      call(liveCalls.listPublished, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** All recordings, for administrators, newest first. */
export function recordingsQuery(page: number) {
  const query = { page, pageSize: RECORDINGS_PER_PAGE }
  return queryOptions({
    queryKey: [...recordingsKey, query],
    queryFn: ({ signal }): Promise<Page<LiveRecording>> =>
      call(liveCalls.listRecordings, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function usePublished(page: number, isWanted: boolean) {
  useRefreshOn('live', publishedKey)
  return useQuery({ ...publishedQuery(page), enabled: isWanted })
}

export function useRecordings(page: number) {
  useRefreshOn('live', recordingsKey)
  return useQuery(recordingsQuery(page))
}

/** Rejects if the member can't enter the room now. */
export function requireEntry(): Promise<undefined> {
  return call(liveCalls.join, { body: {} })
}

/** Whether the membership is active (administrator document, section 5). */
export async function checkAccess(): Promise<boolean> {
  return (await call(shopCalls.checkSubscription, { query: {} })).hasAccess
}

type Switch = 'start' | 'stop' | 'startRecording' | 'stopRecording'

/** Sends the call and caches the resulting state of the room. */
export async function switchRoom(client: QueryClient, what: Switch): Promise<LiveState> {
  const state = await call(liveCalls[what], {})
  client.setQueryData(liveStateQuery.queryKey, state)
  return state
}

export async function changeRecording(
  client: QueryClient,
  { id, ...body }: { id: number } & BodyInput<typeof liveEndpoints.changeRecording>,
): Promise<LiveRecording> {
  const saved = await call(liveCalls.changeRecording, { params: { id }, body })
  await refreshRecordings(client)
  return saved
}

export async function removeRecording(client: QueryClient, id: number): Promise<void> {
  await call(liveCalls.removeRecording, { params: { id } })
  await refreshRecordings(client)
}

async function refreshRecordings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: recordingsKey }),
    client.invalidateQueries({ queryKey: publishedKey }),
  ])
}

export async function saveLiveSettings(
  client: QueryClient,
  body: BodyInput<typeof liveEndpoints.saveSettings>,
): Promise<Versioned<LiveSettings>> {
  const saved = await call(liveCalls.saveSettings, { body })
  client.setQueryData(liveSettingsQuery.queryKey, saved)
  await client.invalidateQueries({ queryKey: livePageQuery.queryKey })
  return saved
}
