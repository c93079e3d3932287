import type { ReactElement } from 'react'
import { fullDateTime, relativeTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'

interface RelativeTimeProps {
  /** ISO 8601. */
  date: string
  className?: string
}

/** '5 minutes ago', with the full date on hover, in the reader's locale. Updates every minute. */
export function RelativeTime({ date, className }: RelativeTimeProps): ReactElement {
  const dates = useDates()
  const at = new Date(date)
  return (
    <time dateTime={date} title={fullDateTime(at, dates)} className={className}>
      {useNow((now) => relativeTime(at, now, dates))}
    </time>
  )
}
