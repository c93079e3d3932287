/** How much of the promised time has passed: less than half, half or more, or all of it. */
export type Urgency = 'quiet' | 'soon' | 'late'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** @param promiseUsed share of the promised time, 1 at its end */
export function urgencyOf(promiseUsed: number): Urgency {
  if (promiseUsed < 0.5) return 'quiet'
  return promiseUsed <= 1 ? 'soon' : 'late'
}

/** How long a request has waited and, after half of the promised time, how much is left. */
export function waitingWords(input: { promiseUsed: number; promiseHours: number }): string {
  const { promiseUsed, promiseHours } = input
  const promised = promiseHours * HOUR_MS
  const waiting = `Waiting ${durationWords(promiseUsed * promised)}`
  const urgency = urgencyOf(promiseUsed)
  if (urgency === 'quiet') return waiting
  const distance = durationWords(Math.abs(1 - promiseUsed) * promised)
  return `${waiting} · ${distance} ${urgency === 'soon' ? 'left' : 'late'}`
}

/** '5 minutes', '30 hours', '3 days'. Less than two days are given in hours. */
export function durationWords(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  if (ms < HOUR_MS) return counted(ms / MINUTE_MS, 'minute')
  if (ms < 2 * DAY_MS) return counted(ms / HOUR_MS, 'hour')
  return counted(ms / DAY_MS, 'day')
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`
}
