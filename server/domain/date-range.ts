import type { DateRange } from '#contract/fields.ts'
import { addDays } from '#contract/logical-date.ts'
import { runInstant } from './schedule.ts'

/** A range of instants: `since` is included, `before` is excluded. */
export interface InstantRange {
  since: Date | undefined
  before: Date | undefined
}

/** The instants at which a range of days begins and ends in a time zone. */
export function instantsOf({ from, to }: DateRange, timeZone: string): InstantRange {
  return {
    since: from ? runInstant(from, '00:00', timeZone) : undefined,
    before: to ? runInstant(addDays(to, 1), '00:00', timeZone) : undefined,
  }
}
