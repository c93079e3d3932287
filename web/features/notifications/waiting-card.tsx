import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { NotificationLink } from '#web/features/notifications/notification-link.tsx'
import { waitingQuery } from '#web/features/notifications/queries.ts'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The newest unread notifications, if any. The bell refreshes them along with its own. */
export function WaitingCard(): ReactElement | null {
  const { data } = useQuery(waitingQuery)
  if (data?.total === 0) return null
  return (
    <Card aria-labelledby="waiting-title">
      <CardHeader>
        <CardTitle id="waiting-title">Waiting for you</CardTitle>
      </CardHeader>
      <Waiting />
    </Card>
  )
}

function Waiting(): ReactElement {
  const waiting = useQuery(waitingQuery)
  const { data } = waiting
  if (!data) {
    return waiting.error ? <QueryError query={waiting} /> : <Skeleton className="h-6 w-56" />
  }
  const more = data.total - data.items.length
  return (
    <>
      <ul className="-mx-3 -my-1 flex flex-col gap-1">
        {data.items.map((notification) => (
          <li key={notification.id}>
            <NotificationLink notification={notification} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-3 text-sm text-ink-quiet">
          {more} more in your notifications, at the top of the page.
        </p>
      ) : null}
    </>
  )
}
