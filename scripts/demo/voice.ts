/** The sample rate of `synthesizeVoice`, in hertz. */
export const VOICE_SAMPLE_RATE = 24_000

/** Samples between two calculations of pitch and vowel (5 ms); values in between are interpolated. */
const BLOCK = 120
const HARMONICS = 24

/** The first three resonances of a vowel, in hertz. */
type Vowel = readonly [number, number, number]
const VOWELS: readonly Vowel[] = [
  [730, 1090, 2440],
  [570, 840, 2410],
  [530, 1840, 2480],
  [440, 1020, 2240],
  [390, 1990, 2550],
  [300, 870, 2240],
]
const FORMANT_WEIGHTS: Vowel = [1, 0.45, 0.18]
const FORMANT_WIDTHS: Vowel = [90, 120, 180]

interface Syllable {
  /** In seconds. */
  start: number
  length: number
  vowel: Vowel
  loudness: number
  /** In hertz, at the beginning. */
  pitch: number
}

/**
 * Generates a wordless voice that hums in phrases with pauses between them, for recordings in sample
 * data. The same seed gives the same voice. Mono, values from -1 to 1, at VOICE_SAMPLE_RATE.
 */
export function synthesizeVoice(seed: number, seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * VOICE_SAMPLE_RATE))
  const random = randomFrom(seed)
  const phases = new Float64Array(HARMONICS)
  for (const syllable of speak(random, seconds)) sing(syllable, samples, phases)
  return samples
}

/** Phrases of 4 to 11 syllables whose pitch falls toward the end, with a breath after each. */
function* speak(random: () => number, seconds: number): Generator<Syllable> {
  const voicePitch = 105 + random() * 95
  let time = 0.15
  while (time < seconds - 0.3) {
    const count = 4 + Math.floor(random() * 8)
    const phrasePitch = voicePitch * (0.94 + random() * 0.14)
    for (let index = 0; index < count; index++) {
      const length = 0.13 + random() * 0.17 + (index === count - 1 ? 0.16 : 0)
      if (time + length > seconds - 0.1) return
      const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0]
      if (!vowel) return
      const pitch = phrasePitch * (1.12 - (0.26 * index) / count + (random() - 0.5) * 0.06)
      yield { start: time, length, vowel, pitch, loudness: 0.6 + random() * 0.4 }
      time += length * 0.97 + random() * 0.03
    }
    time += 0.35 + random() * 0.55
  }
}

/** Adds one syllable: a series of harmonics, with loudness according to the vowel's resonances. */
function sing(syllable: Syllable, samples: Float32Array, phases: Float64Array): void {
  const first = Math.floor(syllable.start * VOICE_SAMPLE_RATE)
  const count = Math.floor(syllable.length * VOICE_SAMPLE_RATE)
  for (let block = 0; block < count; block += BLOCK) {
    const pitch = pitchAt(syllable, block / count, first + block)
    const size = Math.min(BLOCK, count - block)
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      const gain = (resonance(pitch * harmonic, syllable.vowel) * 0.3) / Math.sqrt(harmonic)
      const step = (2 * Math.PI * pitch * harmonic) / VOICE_SAMPLE_RATE
      let phase = phases[harmonic - 1] ?? 0
      for (let index = 0; index < size; index++) {
        phase += step
        const envelope = Math.sin((Math.PI * (block + index)) / count) ** 0.7
        const at = first + block + index
        samples[at] = (samples[at] ?? 0) + gain * syllable.loudness * envelope * Math.sin(phase)
      }
      phases[harmonic - 1] = phase % (2 * Math.PI)
    }
  }
}

/** The pitch falls slightly during the syllable, with a vibrato of 5 Hz so that it sounds human. */
function pitchAt(syllable: Syllable, progress: number, sample: number): number {
  const vibrato = Math.sin((2 * Math.PI * 5 * sample) / VOICE_SAMPLE_RATE)
  return syllable.pitch * (1 - 0.05 * progress + 0.008 * vibrato)
}

function resonance(frequency: number, vowel: Vowel): number {
  return vowel.reduce((sum, center, index) => {
    const distance = (frequency - center) / (FORMANT_WIDTHS[index] ?? 1)
    return sum + (FORMANT_WEIGHTS[index] ?? 0) / (1 + distance * distance)
  }, 0.04)
}

/** A small random generator (mulberry32), since Math.random cannot be seeded. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
