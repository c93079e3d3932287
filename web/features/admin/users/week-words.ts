import { formatDate } from '#web/lib/dates.ts'

const US = { locale: 'en-US', timeZone: 'UTC' }

/** 'Week of Mar 2, 2026'. Nothing finer is known. */
export function weekWords(week: string | null): string {
  if (week === null) return 'Never signed in'
  return `Week of ${formatDate(new Date(week), US, { dateStyle: 'medium' })}`
}
