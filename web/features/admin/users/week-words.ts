/** 'Week of Mar 2, 2026'. Nothing finer is known. */
export function weekWords(week: string | null): string {
  if (week === null) return 'Never signed in'
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return `Week of ${day.format(new Date(week))}`
}
