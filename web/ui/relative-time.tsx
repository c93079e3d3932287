import type { ReactElement } from 'react'
import { type DateLocale, datedTime, fullDateTime, relativeTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'

interface RelativeTimeProps {
  /** ISO 8601. */
  date: string
  className?: string
}

/** '5 minutes ago', with the full date on hover, in the reader's locale. Updates every minute. */
export function RelativeTime(props: RelativeTimeProps): ReactElement {
  return <Time {...props} format={relativeTime} />
}

/** The same, with the day: 'Jan 14, in 7 weeks'. For lists in which days are compared. */
export function DatedTime(props: RelativeTimeProps): ReactElement {
  return <Time {...props} format={datedTime} />
}

interface TimeProps extends RelativeTimeProps {
  format: (date: Date, now: Date, dates: DateLocale) => string
}

function Time({ date, className, format }: TimeProps): ReactElement {
  const dates = useDates()
  const at = new Date(date)
  return (
    <time dateTime={date} title={fullDateTime(at, dates)} className={className}>
      {useNow((now) => format(at, now, dates))}
    </time>
  )
}
