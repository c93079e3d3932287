import { drawWander, type VoiceChange } from '#web/features/stories/recorder/voice/voice-change.ts'

/** Only quefrencies up to this belong to the envelope; a pitch of 400 Hz has 2.5 ms. */
const LONGEST_QUEFRENCY_SECONDS = 0.002

/** Valleys deeper than this below the loudest bin are filled, so that noise is not amplified. */
const FLOOR = 1e-4

/** The sample rate that the vocoder requires, at which its window lasts 64 ms. */
export const VOICE_SAMPLE_RATE = 16_000

const WINDOW = 1024

const HOP = WINDOW / 4

/** Twice the window, for bins so narrow that shifting by whole bins is inaudible. */
const FFT_SIZE = 2 * WINDOW

const BINS = FFT_SIZE / 2 + 1

const BEND_CENTRE_BIN = FFT_SIZE / (2 * Math.PI)

/** The sum of four overlapping Hann windows, each applied twice. */
const OVERLAP_GAIN = 1.5

const hann = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
)

/**
 * Changes a voice at 16 kHz. Moves each spectral peak to its new pitch, advancing its phase from
 * frame to frame (Laroche and Dolson, 1999), and changes the formants separately through the
 * spectral envelope. The output has as many samples as the input.
 */
export function changeVoice(
  input: Float32Array,
  change: VoiceChange,
  random: () => number,
  onProgress: (share: number) => void = () => undefined,
): Float32Array {
  const { forward, inverse } = createFft(FFT_SIZE)
  const shift = createShift(change)
  const wander = drawWander(change.wander, input.length / VOICE_SAMPLE_RATE, random)
  const padded = new Float64Array(input.length + 2 * WINDOW)
  const real = new Float64Array(FFT_SIZE)
  const imaginary = new Float64Array(FFT_SIZE)
  const frames = Math.ceil((input.length + WINDOW) / HOP)
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * HOP - WINDOW + HOP
    readFrame(input, start, real, imaginary)
    forward(real, imaginary)
    const semitones = wander((start + WINDOW / 2) / VOICE_SAMPLE_RATE)
    shift(real, imaginary, change.pitch * 2 ** (semitones / 12))
    inverse(real, imaginary)
    addFrame(padded, start + WINDOW, real)
    if (frame % 64 === 0) onProgress(frame / frames)
  }
  return withLevelOf(input, padded.subarray(WINDOW, WINDOW + input.length))
}

/** Reads a windowed frame with its middle at index 0, so that phases refer to the middle. */
function readFrame(
  input: Float32Array,
  start: number,
  real: Float64Array,
  imaginary: Float64Array,
): void {
  real.fill(0)
  imaginary.fill(0)
  for (let i = 0; i < WINDOW; i++) {
    const at = (i - WINDOW / 2 + FFT_SIZE) % FFT_SIZE
    real[at] = (input[start + i] ?? 0) * (hann[i] as number)
  }
}

function addFrame(output: Float64Array, start: number, real: Float64Array): void {
  for (let i = 0; i < WINDOW; i++) {
    const at = start + i
    if (at >= output.length) return
    const sample = real[(i - WINDOW / 2 + FFT_SIZE) % FFT_SIZE] as number
    output[at] = (output[at] as number) + (sample * (hann[i] as number)) / OVERLAP_GAIN
  }
}

type Shift = (real: Float64Array, imaginary: Float64Array, pitch: number) => void

/** Shifts successive spectra; keeps the phase by which each peak has been rotated. */
function createShift({ formants, bend }: VoiceChange): Shift {
  const envelopeOf = createEnvelope(FFT_SIZE, VOICE_SAMPLE_RATE)
  const magnitude = new Float64Array(BINS)
  const shiftedReal = new Float64Array(BINS)
  const shiftedImaginary = new Float64Array(BINS)
  let turned = new Float64Array(BINS)
  let turnedBefore = new Float64Array(BINS)
  /** For each bin, where the formant that is now at it was before. */
  const sources = Float64Array.from({ length: BINS }, (_, bin) => {
    const unscaled = bin / formants
    return Math.min(BINS - 2, BEND_CENTRE_BIN * (unscaled / BEND_CENTRE_BIN) ** (1 / bend))
  })

  return (real, imaginary, pitch) => {
    for (let k = 0; k < BINS; k++) {
      magnitude[k] = Math.sqrt((real[k] as number) ** 2 + (imaginary[k] as number) ** 2)
    }
    const envelope = envelopeOf(magnitude)
    shiftedReal.fill(0)
    shiftedImaginary.fill(0)
    for (const region of peakRegions(magnitude)) {
      const moved = (pitch - 1) * region.peak
      const bins = Math.round(moved)
      const angle =
        (turnedBefore[Math.round(region.peak)] as number) + (2 * Math.PI * moved * HOP) / FFT_SIZE
      const cosine = Math.cos(angle)
      const sine = Math.sin(angle)
      turned.fill(angle % (2 * Math.PI), region.first, region.last + 1)
      const end = Math.min(region.last, BINS - 2 - bins)
      for (let k = Math.max(region.first, 1 - bins); k <= end; k++) {
        const to = k + bins
        const gain = at(envelope, sources[to] as number) / (envelope[k] as number)
        const r = (real[k] as number) * gain
        const i = (imaginary[k] as number) * gain
        shiftedReal[to] = (shiftedReal[to] as number) + r * cosine - i * sine
        shiftedImaginary[to] = (shiftedImaginary[to] as number) + r * sine + i * cosine
      }
    }
    writeSpectrum(real, imaginary, shiftedReal, shiftedImaginary)
    ;[turned, turnedBefore] = [turnedBefore, turned]
  }
}

interface Region {
  first: number
  last: number
  /** Fractional bin of the peak. */
  peak: number
}

/** Splits a spectrum halfway between its peaks. */
function peakRegions(magnitude: Float64Array): Region[] {
  const regions: Region[] = []
  const value = (bin: number): number => magnitude[bin] as number
  let first = 0
  let before = -1
  for (let k = 2; k < BINS - 2; k++) {
    const isPeak =
      value(k) > value(k - 1) &&
      value(k) >= value(k + 1) &&
      value(k) > value(k - 2) &&
      value(k) >= value(k + 2)
    if (!isPeak) continue
    if (before >= 0) {
      const middle = Math.floor((before + k) / 2)
      regions.push({ first, last: middle, peak: summit(magnitude, before) })
      first = middle + 1
    }
    before = k
  }
  if (before >= 0) regions.push({ first, last: BINS - 1, peak: summit(magnitude, before) })
  return regions
}

/** The vertex of the parabola through a peak and its neighbors, in bins. */
function summit(magnitude: Float64Array, bin: number): number {
  const [left, middle, right] = [bin - 1, bin, bin + 1].map((k) =>
    Math.log((magnitude[k] as number) + 1e-12),
  ) as [number, number, number] // three bins in, three values out
  const curve = left - 2 * middle + right
  return curve < 0 ? bin + (0.5 * (left - right)) / curve : bin
}

function at(values: Float64Array, place: number): number {
  const below = Math.floor(place)
  const low = values[below] as number
  return low + ((values[below + 1] as number) - low) * (place - below)
}

/** Fills both halves, so that the inverse transform gives real samples. */
function writeSpectrum(
  real: Float64Array,
  imaginary: Float64Array,
  shiftedReal: Float64Array,
  shiftedImaginary: Float64Array,
): void {
  real.fill(0)
  imaginary.fill(0)
  for (let k = 1; k < BINS - 1; k++) {
    real[k] = shiftedReal[k] as number
    imaginary[k] = shiftedImaginary[k] as number
    real[FFT_SIZE - k] = shiftedReal[k] as number
    imaginary[FFT_SIZE - k] = -(shiftedImaginary[k] as number)
  }
}

/** Scales the result to the loudness of the input, without clipping. */
function withLevelOf(input: Float32Array, changed: Float64Array): Float32Array {
  let energyBefore = 0
  let energyAfter = 0
  let peak = 0
  for (let i = 0; i < input.length; i++) {
    energyBefore += (input[i] as number) ** 2
    energyAfter += (changed[i] as number) ** 2
    peak = Math.max(peak, Math.abs(changed[i] as number))
  }
  if (energyAfter === 0) return new Float32Array(input.length)
  const gain = Math.min(Math.sqrt(energyBefore / energyAfter), 0.98 / peak)
  return Float32Array.from(changed, (sample) => sample * gain)
}

/**
 * Computes the spectral envelope of a magnitude spectrum (its formants, without the harmonics) from
 * the cepstrum. The returned array is overwritten by the next call.
 */
function createEnvelope(
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

/** Transforms both arrays in place. Their length must be the size given to `createFft`. */
export type Transform = (real: Float64Array, imaginary: Float64Array) => void

/** A radix-2 fast Fourier transform with precomputed tables; `size` is a power of two. */
export function createFft(size: number): { forward: Transform; inverse: Transform } {
  const cosine = Float64Array.from({ length: size / 2 }, (_, i) =>
    Math.cos((2 * Math.PI * i) / size),
  )
  const sine = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size))
  const mirror = bitReversed(size)

  const forward: Transform = (real, imaginary) => {
    for (let i = 0; i < size; i++) {
      const j = mirror[i] as number // every index below is valid for arrays of length `size`
      if (j > i) {
        swap(real, i, j)
        swap(imaginary, i, j)
      }
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const c = cosine[k * step] as number
          const s = sine[k * step] as number
          const even = start + k
          const odd = even + half
          const oddReal = real[odd] as number
          const oddImaginary = imaginary[odd] as number
          const turnedReal = oddReal * c + oddImaginary * s
          const turnedImaginary = oddImaginary * c - oddReal * s
          real[odd] = (real[even] as number) - turnedReal
          imaginary[odd] = (imaginary[even] as number) - turnedImaginary
          real[even] = (real[even] as number) + turnedReal
          imaginary[even] = (imaginary[even] as number) + turnedImaginary
        }
      }
    }
  }

  /**
   * Swapping the real and imaginary parts reverses the transform; scaling makes it the exact
   * inverse.
   */
  const inverse: Transform = (real, imaginary) => {
    forward(imaginary, real)
    for (let i = 0; i < size; i++) {
      real[i] = (real[i] as number) / size
      imaginary[i] = (imaginary[i] as number) / size
    }
  }

  return { forward, inverse }
}

function bitReversed(size: number): Uint32Array {
  const order = new Uint32Array(size)
  for (let i = 1; i < size; i++) {
    order[i] = ((order[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0)
  }
  return order
}

function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] as number
  values[i] = values[j] as number
  values[j] = kept
}
