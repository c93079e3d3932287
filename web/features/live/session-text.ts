import { type DateLocale, formatDate } from '#web/lib/dates.ts'

/** 'Thursday, December 10, 2026 at 7:00 PM CST'. */
export function sessionText(instant: string, dates: DateLocale): string {
  return formatDate(new Date(instant), dates, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}
