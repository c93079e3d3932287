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
