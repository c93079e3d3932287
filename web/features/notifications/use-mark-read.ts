import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { latestQuery, notificationsKey, unreadQuery } from '#web/features/notifications/queries.ts'
import { call } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { toastError } from '#web/ui/toast-store.ts'

/**
 * Marks one notification as read and shows this immediately. On failure, the bell shows it as
 * unread again without a message.
 */
export function useMarkRead(): UseMutationResult<undefined, Error, Notification> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Notification) => {
      await call(notificationCalls.markRead, { params: { id } })
      return undefined
    },
    onMutate: ({ id, isRead }) =>
      show(client, {
        isRead: (shown) => shown.id === id,
        unread: (count) => (isRead ? count : Math.max(0, count - 1)),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  })
}

export function useMarkAllRead(): UseMutationResult<undefined, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await call(notificationCalls.markAllRead, {})
      return undefined
    },
    onMutate: () => show(client, { isRead: () => true, unread: () => 0 }),
    onError: (error) => toastError('Failed to mark all as read', error),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  })
}

interface Change {
  isRead: (shown: Notification) => boolean
  unread: (count: number) => number
}

async function show(client: QueryClient, { isRead, unread }: Change): Promise<void> {
  // A pending response doesn't include this change yet.
  await client.cancelQueries({ queryKey: notificationsKey })
  client.setQueryData(
    latestQuery.queryKey,
    (page) =>
      page && {
        ...page,
        items: page.items.map((shown) => (isRead(shown) ? { ...shown, isRead: true } : shown)),
      },
  )
  client.setQueryData(
    unreadQuery.queryKey,
    (count) => count && { ...count, unread: unread(count.unread) },
  )
}
