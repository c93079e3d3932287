import { LIMIT_SECONDS } from './recording-limits.ts'

/** When the remaining time is announced to screen readers, in seconds, longest first. */
const MOMENTS = [
  { seconds: 300, text: '5 minutes are left.' },
  { seconds: 60, text: '1 minute is left.' },
  { seconds: 30, text: '30 seconds are left.' },
  { seconds: 10, text: '10 seconds are left.' },
] as const

/** Whole seconds that can still be recorded. */
export function secondsLeft(elapsedMs: number): number {
  return Math.max(0, Math.ceil(LIMIT_SECONDS - elapsedMs / 1000))
}

/** The announcement of the remaining time. It changes at a few moments only. */
export function timeLeftText(elapsedMs: number): string {
  const left = secondsLeft(elapsedMs)
  return MOMENTS.findLast(({ seconds }) => left <= seconds)?.text ?? ''
}
