import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { UserSession } from '#contract/accounts.ts'
import { endSession, sessionsQuery } from '#web/features/accounts/account-queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Where the member is signed in. */
export function SessionsCard(): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where you’re signed in</CardTitle>
        <CardDescription>
          Don’t recognize a device? Sign it out, then change your password.
        </CardDescription>
      </CardHeader>
      <SessionList />
    </Card>
  )
}

function SessionList(): ReactElement {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery)
  if (sessions) {
    return (
      <ul className="-my-4 divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    )
  }
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Loading your sessions"
      rows={['h-12 w-full', 'h-12 w-full']}
      className="flex flex-col gap-6 py-3"
    />
  )
}

function SessionRow({ session }: { session: UserSession }): ReactElement {
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: () => void toast({ title: 'Device signed out' }),
    onError: (error) => toastError('Failed to sign out device', error),
    // Also after an error, because the session may have ended already.
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm text-ink-quiet">
          Last seen <RelativeTime date={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? (
        <Badge>This device</Badge>
      ) : (
        <Button
          variant="outline"
          size="sm"
          busy={ending.isPending}
          aria-label={`Sign out: ${session.device}`}
          onClick={() => ending.mutate(session.id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
