import { LIMIT_SECONDS } from './recording-limits.ts'

/** A screen reader hears of the time that is left at these moments, in seconds, longest first. */
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

/** What is announced about the time that is left; it changes at a few moments only. */
export function timeLeftText(elapsedMs: number): string {
  const left = secondsLeft(elapsedMs)
  return MOMENTS.findLast(({ seconds }) => left <= seconds)?.text ?? ''
}
