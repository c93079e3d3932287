/** 'Thursday, December 10, 2026 at 7:00 PM CST' in the member's time zone. */
export function sessionText(instant: string, timeZone: string, locale?: string): string {
  return new Date(instant).toLocaleString(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
}
