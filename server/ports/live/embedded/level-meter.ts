/** Levels this many dB below full scale, or lower, are shown as 0. */
const SILENT_DB = 65
/** Levels this many dB below full scale, or higher, are shown as 1: speech close to the microphone. */
const LOUD_DB = 20
/** The share of a level that remains at the next reading, so that a meter falls smoothly. */
const FALL = 0.6
const LEAST_SHOWN = 0.02

/** One microphone's loudness, from the level in each of its packets (RFC 6464). */
export class LevelMeter {
  #peak = 0
  #shown = 0

  /** @param belowFullScale dB below full scale, 0 to 127 */
  add(belowFullScale: number): void {
    const level = (SILENT_DB - belowFullScale) / (SILENT_DB - LOUD_DB)
    this.#peak = Math.max(this.#peak, Math.min(1, Math.max(0, level)))
  }

  /** The level since the last reading, from 0 to 1 in hundredths. */
  read(): number {
    const falling = this.#shown * FALL
    const next = Math.max(this.#peak, falling)
    this.#peak = 0
    this.#shown = next < LEAST_SHOWN ? 0 : next
    return Math.round(this.#shown * 100) / 100
  }
}
