import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { kindOfNotification } from '#contract/notification-kinds.ts'
import type { Notification } from '#contract/notifications.ts'
import { adminSearchOf, notificationWords } from '#web/features/notifications/words.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface NotificationLinkProps {
  notification: Notification
  onFollow: () => void
}

/** A notification that links to its subject. */
export function NotificationLink(props: NotificationLinkProps): ReactElement {
  const { notification, onFollow } = props
  const { subject, isRead, updatedAt } = notification
  return (
    <Link
      {...subjectOf(notification)}
      onClick={onFollow}
      className={cn(
        'flex min-h-11 flex-col gap-0.5 rounded-lg px-3 py-2.5 text-ink no-underline hover:bg-sand',
        isRead ? '' : 'bg-primary-soft',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className={isRead ? '' : 'font-semibold'}>{notificationWords(notification)}</span>
        {isRead ? null : <Badge className="shrink-0 bg-surface">New</Badge>}
      </span>
      {subject ? <span className="line-clamp-2 wrap-anywhere">“{subject}”</span> : null}
      <RelativeTime date={updatedAt} className="text-sm text-ink-quiet" />
    </Link>
  )
}

function subjectOf({ kind, subjectId }: Notification): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const { about } = kindOfNotification(kind)
  if (about === 'live') return { to: '/live' }
  if (about === 'queue') return { to: '/admin', search: adminSearchOf(kind) }
  if (about === 'team-message') {
    return { to: '/account/$section', params: { section: 'community' } }
  }
  if (about === 'prayer') return { to: '/flow', search: { tab: 'exit', list: 'prayer' } }
  if (subjectId === null) return { to: '/dashboard' }
  if (about === 'guidance') return { to: '/guidance-responses', search: { request: subjectId } }
  return { to: '/flow', search: { story: subjectId } }
}
