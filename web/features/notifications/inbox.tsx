import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import {
  NotificationLink,
  useMarkAllRead,
  useMarkRead,
} from '#web/features/notifications/notification-link.tsx'
import { latestQuery, unreadQuery } from '#web/features/notifications/queries.ts'
import { refreshPrayers } from '#web/features/prayer/queries.ts'
import { call } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

interface InboxProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Full screen on a phone; otherwise below the bell. */
const boxClasses = [
  'top-0 right-0 left-auto h-dvh max-h-dvh w-full max-w-none translate-0 rounded-none border-0 p-5',
  'sm:top-16 sm:right-[max(1.5rem,calc((100vw-72rem)/2+1.5rem))] sm:h-auto sm:w-104',
  'sm:max-h-[min(40rem,calc(100dvh-5rem))] sm:rounded-xl sm:border',
].join(' ')

/** The latest notifications. */
export function Inbox({ isOpen, onOpenChange }: InboxProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title="Notifications" isRead className={boxClasses}>
        <InboxList onLeave={() => onOpenChange(false)} />
        <Button asChild variant="link" className="mt-2">
          <Link
            to="/account/$section"
            params={{ section: 'messages' }}
            onClick={() => onOpenChange(false)}
          >
            Messages from our team
          </Link>
        </Button>
      </DialogContent>
    </Dialog>
  )
}

/** Asks the server only while the dialog is open. */
function InboxList({ onLeave }: { onLeave: () => void }): ReactElement {
  const latest = useQuery(latestQuery)
  return (
    <Loaded
      query={latest}
      label="Loading your notifications"
      rows={['h-20 w-full', 'h-20 w-full', 'h-20 w-full']}
      className="flex flex-col gap-3"
    >
      {({ items }) => <Notifications items={items} onLeave={onLeave} />}
    </Loaded>
  )
}

interface NotificationsProps {
  items: Notification[]
  onLeave: () => void
}

function Notifications({ items, onLeave }: NotificationsProps): ReactElement {
  const { data: count } = useQuery(unreadQuery)
  const markAll = useMarkAllRead()
  if (items.length === 0) return <EmptyState message="Nothing new." />
  return (
    <div className="flex flex-col gap-2">
      {/* Stays even if everything is read, because it has the focus. */}
      <Button
        variant="link"
        size="sm"
        aria-disabled={!count?.unread}
        className="-mt-3 self-start"
        onClick={() => (count?.unread ? markAll.mutate() : undefined)}
      >
        Mark all as read
      </Button>
      <ul className="-mx-2 flex flex-col gap-1">
        {items.map((notification) => (
          <li key={notification.id} className="rounded-lg has-[.bg-primary-soft]:bg-primary-soft">
            <NotificationLink notification={notification} onFollow={onLeave} />
            {notification.kind === 'prayer-ending' ? <Renewal notification={notification} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renews the request where the notice about its end is read. Stays afterwards, because it has the focus. */
function Renewal({ notification }: { notification: Notification }): ReactElement | null {
  const { subjectId, isRead } = notification
  const [wasRead] = useState(isRead)
  const markRead = useMarkRead()
  const renew = useAction({
    call: (id: number) => call(prayerCalls.renew, { params: { id } }),
    done: 'Renewed for 30 days',
    failed: 'Failed to renew the request',
    onDone: () => markRead.mutate(notification),
    refresh: refreshPrayers,
  })
  if (wasRead || subjectId === null) return null
  return (
    <Button
      variant="outline"
      size="sm"
      className="mx-3 mb-3"
      busy={renew.isPending}
      aria-disabled={renew.isDone || undefined}
      onClick={() => (renew.isDone ? undefined : renew.run(subjectId))}
    >
      Renew for 30 days
    </Button>
  )
}
