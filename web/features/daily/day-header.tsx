import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import type { DailyPage } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'

interface DayHeaderProps {
  /** Undefined for today. */
  pastDate: DateText | undefined
  page: DailyPage | undefined
}

/** Names the day and links to the days around it. Has the same size while they are unknown. */
export function DayHeader({ pastDate, page }: DayHeaderProps): ReactElement {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <DayTitle pastDate={pastDate} />
      <nav aria-label="Days" className="-mx-2.5 flex min-h-11 flex-wrap items-center gap-x-2">
        {page?.previousDate ? (
          <DayLink date={page.previousDate}>
            <ChevronLeft aria-hidden size={18} />
            Previous day
          </DayLink>
        ) : null}
        {page?.nextDate ? (
          <DayLink date={page.nextDate === page.today ? undefined : page.nextDate}>
            Next day
            <ChevronRight aria-hidden size={18} />
          </DayLink>
        ) : null}
        {pastDate ? <DayLink date={undefined}>Back to today</DayLink> : null}
      </nav>
    </div>
  )
}

/**
 * Takes the focus when another day is opened, because it names the day and the pressed link may
 * have disappeared.
 */
function DayTitle({ pastDate }: { pastDate: DateText | undefined }): ReactElement {
  const { locale } = useDates()
  const heading = useRef<HTMLHeadingElement>(null)
  const named = useRef(pastDate)
  useEffect(() => {
    if (named.current === pastDate) return
    named.current = pastDate
    heading.current?.focus({ preventScroll: true })
  }, [pastDate])
  return (
    <h2 ref={heading} tabIndex={-1} className="rounded-sm text-xl sm:text-2xl">
      {pastDate ? longDay(pastDate, locale) : "Today's WORD"}
    </h2>
  )
}

function DayLink(props: { date: DateText | undefined; children: ReactNode }): ReactElement {
  return (
    <Button asChild variant="ghost" size="sm" className="min-h-11 px-2.5">
      <Link to="/flow" search={{ date: props.date }} resetScroll={false} preload={false}>
        {props.children}
      </Link>
    </Button>
  )
}
