import type { ReactElement, ReactNode } from 'react'
import { type DateLocale, daysAway, fullDateTime, nearbyDay, relativeTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'

interface RelativeTimeProps {
  /** ISO 8601. */
  date: string
  /** The IANA time zone of the date beside it, if that isn't the device's. */
  timeZone?: string
  className?: string
}

/** '5 minutes ago', with the full date on hover, in the reader's locale. Updates every minute. */
export function RelativeTime(props: RelativeTimeProps): ReactElement {
  const text = useWords(props, relativeTime)
  return <Time {...props}>{text}</Time>
}

/** 'in 7 weeks', for a day that is named beside it; within a day, 'in 3 hours'. */
export function DaysAway(props: RelativeTimeProps): ReactElement {
  const text = useWords(props, timeAway)
  return <Time {...props}>{text}</Time>
}

/** 'Jan 14', with the year if it isn't near, and the full date on hover. */
export function DayTime(props: RelativeTimeProps): ReactElement {
  const text = useWords(props, nearbyDay)
  return <Time {...props}>{text}</Time>
}

/** 'Jan 14, in 7 weeks', for lists in which days are compared. Breaks only between the two. */
export function DatedTime(props: RelativeTimeProps): ReactElement {
  const day = useWords(props, nearbyDay)
  const distance = useWords(props, daysAway)
  return (
    <Time {...props}>
      <span className="whitespace-nowrap">{day},</span>{' '}
      <span className="whitespace-nowrap">{distance}</span>
    </Time>
  )
}

const DAY_MS = 24 * 60 * 60_000

function timeAway(date: Date, now: Date, dates: DateLocale): string {
  const isNear = Math.abs(date.getTime() - now.getTime()) < DAY_MS
  return isNear ? relativeTime(date, now, dates) : daysAway(date, now, dates)
}

function useWords(
  { date, timeZone }: RelativeTimeProps,
  format: (date: Date, now: Date, dates: DateLocale) => string,
): string {
  const dates = useDatesIn(timeZone)
  return useNow((now) => format(new Date(date), now, dates))
}

function useDatesIn(timeZone: string | undefined): DateLocale {
  const dates = useDates()
  return timeZone === undefined ? dates : { ...dates, timeZone }
}

function Time(props: RelativeTimeProps & { children: ReactNode }): ReactElement {
  const { date, timeZone, className, children } = props
  const dates = useDatesIn(timeZone)
  return (
    <time dateTime={date} title={fullDateTime(new Date(date), dates)} className={className}>
      {children}
    </time>
  )
}
