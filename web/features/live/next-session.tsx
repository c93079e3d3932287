import { CalendarPlus } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sessionText } from './on-air.tsx'
import { useLivePage } from './queries.ts'

interface NextSessionProps {
  className?: string
  /** Shown below it, if a session is scheduled. */
  children?: ReactNode
}

/** The next session in the member's time zone. It stays the next one for an hour after its start. */
export function NextSession({ className, children }: NextSessionProps): ReactElement | null {
  const { data, error } = useLivePage()
  const { timeZone } = useMember()
  const { locale } = useDates()
  const startsAt = data?.sessions[0]?.startsAt
  const isAhead = useNow((now) => startsAt !== undefined && new Date(startsAt) > now)
  if (!data) return error ? null : <Skeleton className="h-6 w-64 max-w-full" />
  if (!startsAt) return <p className="text-ink-quiet">No session is scheduled right now.</p>
  return (
    <>
      <p className={className}>
        {isAhead ? 'Next session: ' : 'Scheduled for '}
        <time dateTime={startsAt}>{sessionText(startsAt, { locale, timeZone })}</time>
      </p>
      {children}
    </>
  )
}

/** Downloads the sessions of the coming year. */
export function CalendarLink(): ReactElement {
  return (
    <Button asChild variant="outline" className="self-start">
      <a href={liveCalls.calendar.path} download="live-coaching.ics">
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </a>
    </Button>
  )
}
