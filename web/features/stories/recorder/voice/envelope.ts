import { createFft } from './fft.ts'

/** Only quefrencies up to this belong to the envelope; a pitch of 400 Hz has 2.5 ms. */
const LONGEST_QUEFRENCY_SECONDS = 0.002
/** Valleys deeper than this below the loudest bin are filled, so that noise is not amplified. */
const FLOOR = 1e-4

/**
 * Computes the spectral envelope of a magnitude spectrum (its formants, without the harmonics) from
 * the cepstrum. The returned array is overwritten by the next call.
 */
export function createEnvelope(
  size: number,
  sampleRate: number,
): (magnitude: Float64Array) => Float64Array {
  const { forward, inverse } = createFft(size)
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  const envelope = new Float64Array(size / 2 + 1)
  const longest = Math.round(LONGEST_QUEFRENCY_SECONDS * sampleRate)
  return (magnitude) => {
    let loudest = 0
    for (const value of magnitude) loudest = Math.max(loudest, value)
    const floor = loudest * FLOOR + 1e-9
    imaginary.fill(0)
    for (let k = 0; k <= size / 2; k++) {
      const value = Math.log(Math.max(magnitude[k] as number, floor))
      real[k] = value
      real[(size - k) % size] = value
    }
    inverse(real, imaginary)
    real.fill(0, longest + 1, size - longest)
    imaginary.fill(0)
    forward(real, imaginary)
    for (let k = 0; k <= size / 2; k++) envelope[k] = Math.exp(real[k] as number)
    return envelope
  }
}
