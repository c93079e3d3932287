import { CalendarPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import type { CoachingSession } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useLivePage } from './queries.ts'
import { sessionText } from './session-text.ts'

/** The next sessions in the member's time zone. */
export function ScheduleCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLivePage()
  return (
    <Card aria-labelledby="live-schedule-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-schedule-title">Upcoming LIVE Coaching Schedule</CardTitle>
        <CardDescription>Every 2nd Thursday of the month.</CardDescription>
      </CardHeader>
      {data ? (
        <Sessions sessions={data.sessions} />
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the schedule"
          rows={['h-14', 'h-14', 'h-14']}
          className="flex flex-col gap-4"
        />
      )}
    </Card>
  )
}

function Sessions({ sessions }: { sessions: CoachingSession[] }): ReactElement {
  const { timeZone } = useMember()
  const { locale } = useDates()
  const next = sessions[0]?.startsAt
  // A session stays in the list for an hour after its start.
  const isAhead = useNow((now) => next !== undefined && new Date(next) > now)
  if (sessions.length === 0) {
    return <p className="py-4 text-ink-quiet">No session is scheduled right now.</p>
  }
  return (
    <div className="flex flex-col gap-4">
      <ol className="-my-3 divide-y divide-line">
        {sessions.map(({ startsAt, isMoved }, index) => (
          <li key={startsAt} className="flex flex-col py-3">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <time dateTime={startsAt}>{sessionText(startsAt, { locale, timeZone })}</time>
              {isMoved ? <Badge variant="gold">Moved</Badge> : null}
            </p>
            <p className="text-sm text-ink-quiet">
              {index === 0 ? (isAhead ? 'Next session, ' : 'Started ') : null}
              <RelativeTime date={startsAt} />
            </p>
          </li>
        ))}
      </ol>
      <Button asChild variant="outline" className="self-start">
        <a href={liveCalls.calendar.path} download="live-coaching.ics">
          <CalendarPlus aria-hidden size={20} />
          Add to calendar
        </a>
      </Button>
    </div>
  )
}
