/** Whole seconds from `now` until an instant; 0 when it has passed. */
export function secondsUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now) / 1000))
}
