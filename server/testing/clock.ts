import { wallTime } from '#contract/logical-date.ts'

/** The application's clock: the real time, unless a test moves it. */
export class TestClock {
  #offsetMs = 0

  now = (): Date => new Date(Date.now() + this.#offsetMs)

  /** Moves the clock forward until the end of the test. */
  advance(by: { minutes: number }): void {
    this.#offsetMs += by.minutes * 60_000
  }

  /** Sets the clock to an instant until the end of the test; time continues from there. */
  set(instant: Date): void {
    this.#offsetMs = instant.getTime() - Date.now()
  }

  reset(): void {
    this.#offsetMs = 0
  }
}

/** A time zone in which the current hour is in this range, for tests that can't move the clock. */
export function zoneWithHour({ from, to }: { from: number; to: number }): string {
  const now = new Date()
  const offsets = Array.from({ length: 25 }, (_, index) => index - 12)
  // In these names, a minus means east of Greenwich.
  const names = offsets.map((offset) => `Etc/GMT${offset < 0 ? '' : '+'}${offset}`)
  const zone = names.find((name) => {
    const { hour } = wallTime(now, name)
    return hour >= from && hour < to
  })
  if (!zone) throw new Error(`Nowhere is it between ${from} and ${to} o'clock.`)
  return zone
}
