import { CalendarPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DaysAway } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sessionText } from './on-air.tsx'
import { useLivePage } from './queries.ts'

interface NextSessionProps {
  className?: string
  /** Whether it says how many days away the session is, and whether it was moved. */
  isDetailed?: boolean
}

/** The next session in the member's time zone. It stays the next one for an hour after its start. */
export function NextSession(props: NextSessionProps): ReactElement | null {
  const { className, isDetailed = false } = props
  const { data, error } = useLivePage()
  const { timeZone } = useMember()
  const { locale } = useDates()
  const { startsAt, isMoved = false } = data?.sessions[0] ?? {}
  const isAhead = useNow((now) => startsAt !== undefined && new Date(startsAt) > now)
  if (!data) return error ? null : <Skeleton className="h-6 w-64 max-w-full" />
  if (!startsAt) return <p className="text-ink-quiet">No session is scheduled right now.</p>
  return (
    <p className={className}>
      {isAhead ? 'Next session: ' : 'Scheduled for '}
      <time dateTime={startsAt}>{sessionText(startsAt, { locale, timeZone })}</time>
      {isDetailed ? (
        <>
          {', '}
          <DaysAway date={startsAt} timeZone={timeZone} className="whitespace-nowrap" />{' '}
          {isMoved ? <Badge variant="gold">Moved</Badge> : null}
        </>
      ) : null}
    </p>
  )
}

/** Downloads the sessions of the coming year. Renders nothing if none is scheduled. */
export function CalendarLink(): ReactElement | null {
  const { data } = useLivePage()
  if (!data || data.sessions.length === 0) return null
  return (
    <Button asChild variant="outline" className="self-start">
      <a href={liveCalls.calendar.path} download="live-coaching.ics">
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </a>
    </Button>
  )
}
