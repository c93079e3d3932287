import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** How many notifications the inbox shows. */
const SHOWN = 20
const WAITING = 5

/** The key prefix of every query that a new notification changes. */
export const notificationsKey = [notificationCalls.list.path] as const

/**
 * Refetched on live events, when the page becomes visible again and when the device is back online.
 */
const shared = { staleTime: 0, refetchOnWindowFocus: true, refetchOnReconnect: true } as const

export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: ({ signal }) => call(notificationCalls.count, { signal }),
  ...shared,
})

export const latestQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  queryFn: ({ signal }) =>
    call(notificationCalls.list, { query: { page: 1, pageSize: SHOWN }, signal }),
  ...shared,
})

/** The newest unread ones, for the dashboard. */
export const waitingQuery = queryOptions({
  queryKey: [...notificationsKey, 'waiting'],
  queryFn: ({ signal }) =>
    call(notificationCalls.list, {
      query: { page: 1, pageSize: WAITING, unread: 'true' },
      signal,
    }),
  ...shared,
})

export const notificationSettingsQuery = endpointQuery(notificationCalls.getSettings, {
  staleTime: 0,
})
