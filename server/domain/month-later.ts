/** The same time one month later, in UTC; the last day of that month if it is shorter. */
export function monthLater(instant: Date): Date {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + 1)
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0)
  return later
}
