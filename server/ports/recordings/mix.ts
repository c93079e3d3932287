import type { Frame } from 'node-av'
import { type Mix, SAMPLE_RATE, samplesOf } from './pcm.ts'

/** 400 ms: shorter sounds are hardly missed. */
const WINDOW_SAMPLES = 0.4 * SAMPLE_RATE
/** A mix in which a channel keeps less of its energy has lost what can be heard there. */
const LOST = 0.1
/** -70 dB below full scale: quieter channels count as silent. */
const SILENT_ENERGY = 1e-7

const MIXES = ['sum', 'difference', 'left', 'right'] as const satisfies readonly Mix[]
type Energies = Record<Mix, number>

/** Finds the mix of two channels that loses the least sound where they cancel each other out. */
export class MixMeter {
  readonly #lostWindows: Energies = { sum: 0, difference: 0, left: 0, right: 0 }
  #energies: Energies = { sum: 0, difference: 0, left: 0, right: 0 }
  #count = 0

  /** Adds a stereo frame. */
  add(frame: Frame): void {
    const [left, right] = [samplesOf(frame, 0), samplesOf(frame, 1)]
    for (const [index, ofLeft] of left.entries()) {
      const ofRight = right[index] ?? 0
      const energies = this.#energies
      energies.sum += ((ofLeft + ofRight) / 2) ** 2
      energies.difference += ((ofLeft - ofRight) / 2) ** 2
      energies.left += ofLeft ** 2
      energies.right += ofRight ** 2
      this.#count += 1
      if (this.#count === WINDOW_SAMPLES) this.#closeWindow()
    }
  }

  /** The standard mix, unless another one keeps more. */
  best(): Mix {
    return MIXES.reduce((best, mix) =>
      this.#lostWindows[mix] < this.#lostWindows[best] ? mix : best,
    )
  }

  #closeWindow(): void {
    const loudest = Math.max(this.#energies.left, this.#energies.right)
    if (loudest / this.#count > SILENT_ENERGY) {
      for (const mix of MIXES) {
        if (this.#energies[mix] < LOST * loudest) this.#lostWindows[mix] += 1
      }
    }
    this.#energies = { sum: 0, difference: 0, left: 0, right: 0 }
    this.#count = 0
  }
}
