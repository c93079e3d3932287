import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { kindOfNotification } from '#contract/notification-kinds.ts'
import type { Notification } from '#contract/notifications.ts'
import { latestQuery, notificationsKey, unreadQuery } from '#web/features/notifications/queries.ts'
import { adminPageOf, notificationWords } from '#web/features/notifications/words.ts'
import { call } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DatedTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { toastError } from '#web/ui/toast-store.ts'

interface NotificationLinkProps {
  notification: Notification
  onFollow?: () => void
}

/** A notification that links to its subject. Following it marks it as read. */
export function NotificationLink(props: NotificationLinkProps): ReactElement {
  const { notification, onFollow } = props
  const { subject, endsAt, isRead, updatedAt } = notification
  const markRead = useMarkRead()
  const handleClick = (): void => {
    markRead.mutate(notification)
    onFollow?.()
  }
  return (
    <Link
      {...subjectOf(notification)}
      onClick={handleClick}
      className={cn(
        'flex min-h-11 flex-col gap-0.5 rounded-lg px-3 py-2.5 text-ink no-underline hover:bg-sand',
        isRead ? '' : 'bg-primary-soft',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className={isRead ? '' : 'font-semibold'}>{notificationWords(notification)}</span>
        {isRead ? null : <Badge className="shrink-0 bg-surface">New</Badge>}
      </span>
      {subject ? (
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          “{subject}”
        </span>
      ) : null}
      {endsAt ? (
        <span className="text-sm">
          Ends <DatedTime date={endsAt} />
        </span>
      ) : null}
      <RelativeTime date={updatedAt} className="text-sm text-ink-quiet" />
    </Link>
  )
}

function subjectOf({ kind, subjectId }: Notification): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const { about } = kindOfNotification(kind)
  if (about === 'live') return { to: '/live' }
  if (about === 'queue') return { to: adminPageOf(kind) }
  if (about === 'team-message') {
    return { to: '/account/$section', params: { section: 'messages' } }
  }
  if (about === 'prayer') return { to: '/flow', search: { tab: 'exit', list: 'asked' } }
  if (subjectId === null) return { to: '/dashboard' }
  if (about === 'guidance') return { to: '/guidance-responses', search: { request: subjectId } }
  return { to: '/flow', search: { story: subjectId } }
}

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
