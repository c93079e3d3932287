/** Levels at and below this many dB under full scale show as nothing. */
const SILENT_DB = 65
/** Levels at and above this show as full: speech close to the microphone. */
const LOUD_DB = 20
/** What is left of a level from one reading to the next, so that a meter falls softly. */
const FALL = 0.6
const LEAST_SHOWN = 0.02

/** One microphone's loudness, from the level that each of its packets carries (RFC 6464). */
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
