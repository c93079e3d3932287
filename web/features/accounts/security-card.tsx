import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { SecurityEvent } from '#contract/security-log.ts'
import { sessionsQuery } from '#web/features/accounts/account-queries.ts'
import { eventLabel } from '#web/features/accounts/security-labels.ts'
import { endOtherSessions, securityLogQuery } from '#web/features/accounts/self-service-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** How many events are shown until the member asks for all. */
const FIRST = 5

/** Lists recent security events of the account and lets the member sign out other devices. */
export function SecurityCard(): ReactElement {
  return (
    <Card aria-labelledby="security-activity">
      <CardHeader>
        <CardTitle id="security-activity">Recent security activity</CardTitle>
        <CardDescription>
          Was this you? If not, sign out everywhere else, then change your password.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-4">
        <EventList />
        <SignOutElsewhere />
      </div>
    </Card>
  )
}

function EventList(): ReactElement {
  const { data: events, error, isFetching, refetch } = useQuery(securityLogQuery)
  const [isWhole, setIsWhole] = useState(false)
  if (!events) {
    return (
      <QuerySkeletons
        query={{ error, isFetching, refetch }}
        label="Loading security activity"
        rows={['h-12 w-full', 'h-12 w-full']}
        className="flex flex-col gap-4"
      />
    )
  }
  if (events.length === 0) return <p className="text-ink-quiet">Nothing in the last 90 days.</p>
  const shown = isWhole ? events : events.slice(0, FIRST)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {shown.length < events.length ? (
        <Button variant="link" className="self-start px-0" onClick={() => setIsWhole(true)}>
          Show all {events.length}
        </Button>
      ) : null}
    </>
  )
}

function EventRow({ event }: { event: SecurityEvent }): ReactElement {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-3">
      <span className="min-w-0">
        <span className="font-medium">{eventLabel(event)}</span>
        {event.device ? <span className="block text-sm text-ink-quiet">{event.device}</span> : null}
      </span>
      <RelativeTime date={event.createdAt} className="text-sm text-ink-quiet" />
    </li>
  )
}

function SignOutElsewhere(): ReactElement {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => void toast({ title: 'Signed out everywhere else' }),
    onError: (error) => toastError('Failed to sign out other devices', error),
    onSettled: () => {
      setIsAsking(false)
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: securityLogQuery.queryKey })
    },
  })
  return (
    <>
      <Button variant="outline" className="self-start" onClick={() => setIsAsking(true)}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        title="Sign out everywhere else?"
        description="Every other device is signed out. You stay signed in here."
        confirmLabel="Sign out everywhere else"
        isBusy={ending.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => ending.mutate()}
      />
    </>
  )
}
