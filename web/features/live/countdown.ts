/** Whole seconds until an instant, by this device's clock; 0 when it has passed. */
export function secondsUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now) / 1000))
}
