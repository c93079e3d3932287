import { MINUTE_MS } from '#contract/durations.ts'
import { addDays, wallTime } from '#contract/logical-date.ts'

/**
 * The UTC time at which clocks in the zone next show `time`, both HH:MM. A preview while the time is
 * typed: the server computes the time that counts.
 */
export function utcTimeOf(input: { time: string; timeZone: string; now: Date }): string {
  const { time, timeZone, now } = input
  const today = wallTime(now, timeZone).date
  const soon = instantOf(`${today}T${time}:00Z`, timeZone)
  const next = soon > now.getTime() ? soon : instantOf(`${addDays(today, 1)}T${time}:00Z`, timeZone)
  return new Date(next).toISOString().slice(11, 16)
}

/**
 * The instant, in milliseconds, at which clocks in the zone show `wall`, an ISO time written as if
 * in UTC. For a time that the clocks skip, an instant near it.
 */
export function instantOf(wall: string, timeZone: string): number {
  const target = Date.parse(wall)
  const guess = target - offsetAt(target, timeZone)
  return target - offsetAt(guess, timeZone)
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const { date, hour, minute } = wallTime(new Date(instant), timeZone)
  const shown = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS
  return shown - Math.floor(instant / MINUTE_MS) * MINUTE_MS
}
