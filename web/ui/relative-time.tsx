import { type ReactElement, useEffect, useState } from 'react'
import { fullDateTime, relativeTime } from '#web/lib/dates.ts'

interface RelativeTimeProps {
  /** ISO 8601. */
  date: string
  className?: string
}

const REFRESH_MS = 60_000

/** '5 minutes ago', with the full date on hover, in the reader's locale. Updates every minute. */
export function RelativeTime({ date, className }: RelativeTimeProps): ReactElement {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  const at = new Date(date)
  return (
    <time dateTime={date} title={fullDateTime(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  )
}
