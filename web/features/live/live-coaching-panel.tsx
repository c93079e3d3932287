import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NextSession } from './next-session.tsx'
import { OnAir } from './on-air.tsx'
import { useLiveState } from './queries.ts'

/** Shows on the dashboard whether the room is on air and when the next session is. */
export function LiveCoachingPanel(): ReactElement {
  const { data, error, isFetching, refetch } = useLiveState()
  const isOnAir = data?.onAir ?? false
  return (
    <Card
      aria-labelledby="live-coaching-title"
      className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <CardTitle id="live-coaching-title">Live Coaching</CardTitle>
          {data ? <OnAir isOnAir={isOnAir} /> : error ? null : <Skeleton className="h-8 w-28" />}
        </div>
        {error && !data ? (
          <QueryError query={{ error, isFetching, refetch }} />
        ) : (
          // As high as its longest text, so that nothing below moves.
          <div className="min-h-12 sm:min-h-6">
            {isOnAir ? (
              <p>The room is open now.</p>
            ) : (
              <NextSession className="text-balance text-ink-quiet" />
            )}
          </div>
        )}
      </div>
      <Button asChild variant="outline" className="self-start sm:self-auto">
        <Link to="/live">{isOnAir ? 'Join Live Coaching' : 'See Live Coaching'}</Link>
      </Button>
    </Card>
  )
}
