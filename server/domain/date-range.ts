import type { DateRange } from '#contract/fields.ts'
import { addDays } from '#contract/logical-date.ts'
import { runInstant } from './schedule.ts'

/** The moments of a range: from the first on, and before the last. */
export interface InstantRange {
  since: Date | undefined
  before: Date | undefined
}

/** Where the days of a range begin and end in a time zone. */
export function instantsOf({ from, to }: DateRange, timeZone: string): InstantRange {
  return {
    since: from ? runInstant(from, '00:00', timeZone) : undefined,
    before: to ? runInstant(addDays(to, 1), '00:00', timeZone) : undefined,
  }
}
