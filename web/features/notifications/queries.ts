import { queryOptions } from '@tanstack/react-query'
import { notificationEndpoints } from '#contract/notifications.ts'
import { call } from '#web/lib/api.ts'

/** As many as the panel shows. */
const SHOWN = 20
const WAITING = 5

/** Begins the key of everything that changes when something happens. */
export const notificationsKey = [notificationEndpoints.list.path] as const

/** Asked for again live, and when the page is seen again or the device back online. */
const shared = { staleTime: 0, refetchOnWindowFocus: true, refetchOnReconnect: true } as const

export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: ({ signal }) => call(notificationEndpoints.count, { signal }),
  ...shared,
})

export const latestQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  queryFn: ({ signal }) =>
    call(notificationEndpoints.list, { query: { page: 1, pageSize: SHOWN }, signal }),
  ...shared,
})

/** The newest unread ones, for the dashboard. */
export const waitingQuery = queryOptions({
  queryKey: [...notificationsKey, 'waiting'],
  queryFn: ({ signal }) =>
    call(notificationEndpoints.list, {
      query: { page: 1, pageSize: WAITING, unread: 'true' },
      signal,
    }),
  ...shared,
})

export const notificationSettingsQuery = queryOptions({
  queryKey: [notificationEndpoints.getSettings.path],
  queryFn: ({ signal }) => call(notificationEndpoints.getSettings, { signal }),
  staleTime: 0,
})
