import { clockTime, formatDate } from '#web/lib/dates.ts'

/** '6:00 AM' for 6. */
export function hourLabel(hour: number, locale: string): string {
  const at = new Date(Date.UTC(2026, 0, 1, hour))
  return clockTime(at, { locale, timeZone: 'UTC' })
}

/** 'Sunday' for 0. */
export function weekdayLabel(weekday: number, locale: string): string {
  // The 4th of January 2026 is a Sunday.
  const at = new Date(Date.UTC(2026, 0, 4 + weekday))
  return formatDate(at, { locale, timeZone: 'UTC' }, { weekday: 'long' })
}
