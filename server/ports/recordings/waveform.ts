/** How many levels a waveform has. */
export const WAVEFORM_LEVELS = 120

/** 10 ms at 48 kHz: fine enough that a few seconds of audio still fill 120 different levels. */
const WINDOW_SAMPLES = 480

/** Collects the energy of a recording while it streams, because its length is known only at the end. */
export class WaveformMeter {
  readonly #energies: number[] = []
  #sum = 0
  #count = 0

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample * sample
      this.#count += 1
      if (this.#count === WINDOW_SAMPLES) this.#closeWindow()
    }
  }

  /** The root mean square of each of `levels` equal parts, relative to the loudest. */
  levels(levels: number = WAVEFORM_LEVELS): number[] {
    if (this.#count > 0) this.#closeWindow()
    const means = Array.from({ length: levels }, (_, part) => this.#rootMeanSquare(part, levels))
    const loudest = Math.max(...means)
    return means.map((mean) => (loudest > 0 ? Math.round((mean / loudest) * 1000) / 1000 : 0))
  }

  #rootMeanSquare(part: number, parts: number): number {
    const windows = this.#energies.length
    const first = Math.floor((part * windows) / parts)
    const end = Math.max(first + 1, Math.floor(((part + 1) * windows) / parts))
    const energies = this.#energies.slice(first, end)
    return Math.sqrt(
      energies.reduce((sum, energy) => sum + energy, 0) / Math.max(1, energies.length),
    )
  }

  #closeWindow(): void {
    this.#energies.push(this.#sum / this.#count)
    this.#sum = 0
    this.#count = 0
  }
}
