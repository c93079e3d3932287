/** The voices that a member can choose for a story. */
export const VOICES = ['natural', 'softened', 'different'] as const
export type Voice = (typeof VOICES)[number]

/**
 * How a voice is changed. The values are random for each recording, so that they can't be looked
 * up.
 */
export interface VoiceChange {
  /** Factor applied to the pitch. */
  pitch: number
  /** Factor applied to the formants, the resonances that make a voice recognizable. */
  formants: number
  /** Exponent that bends the formant frequencies around 2.5 kHz; 1 leaves them unchanged. */
  bend: number
  /** Maximum drift of the pitch around its factor in either direction, in semitones. */
  wander: number
}

/** Pitch in hertz that separates most low from most high speaking voices. */
const MIDDLE_HZ = 165

/**
 * Draws random changes for a recording. Low voices go up and high ones down, so that both end up in
 * the middle. `random` returns values from 0 to 1.
 */
export function drawVoiceChange(
  voice: Exclude<Voice, 'natural'>,
  pitchHz: number | null,
  random: () => number,
): VoiceChange {
  const isUp = pitchHz === null || pitchHz < MIDDLE_HZ
  const between = (low: number, high: number): number => low + (high - low) * random()
  const factor = (low: number, high: number): number =>
    isUp ? between(low, high) : 1 / between(low, high)
  if (voice === 'softened') {
    return { pitch: factor(1.09, 1.14), formants: factor(1.04, 1.07), bend: 1, wander: 0 }
  }
  return {
    pitch: factor(1.26, 1.42),
    formants: factor(1.12, 1.2),
    bend: isUp ? between(0.9, 0.96) : between(1.04, 1.1),
    wander: between(0.5, 0.9),
  }
}

const TURN_SECONDS = 0.8

/**
 * A smooth random path of the pitch: semitones by time in seconds, at most `depth` in either
 * direction.
 */
export function drawWander(
  depth: number,
  seconds: number,
  random: () => number,
): (second: number) => number {
  const turns = Float64Array.from(
    { length: Math.ceil(seconds / TURN_SECONDS) + 2 },
    () => (2 * random() - 1) * depth,
  )
  return (second) => {
    const place = Math.max(0, Math.min(second / TURN_SECONDS, turns.length - 1.001))
    const before = turns[Math.floor(place)] ?? 0
    const after = turns[Math.floor(place) + 1] ?? 0
    const share = (1 - Math.cos(Math.PI * (place % 1))) / 2
    return before + (after - before) * share
  }
}

const LOWEST_HZ = 70
const HIGHEST_HZ = 400
const FRAME_SECONDS = 0.04
/** How similar two periods must be for a frame to count as voiced (1 is identical). */
const VOICED = 0.6

/**
 * The median pitch of a voice in hertz, from the autocorrelation of frames spread over the whole
 * recording; null if no voiced sound is found.
 */
export function medianPitch(samples: Float32Array, sampleRate: number): number | null {
  const frame = Math.round(FRAME_SECONDS * sampleRate)
  const longest = Math.floor(sampleRate / LOWEST_HZ)
  const room = samples.length - frame - longest
  if (room <= 0) return null
  const frames = Math.min(400, Math.ceil(room / frame))
  const pitches: number[] = []
  for (let i = 0; i < frames; i++) {
    const pitch = framePitch(samples, Math.floor((i * room) / frames), frame, sampleRate)
    if (pitch !== null) pitches.push(pitch)
  }
  pitches.sort((a, b) => a - b)
  return pitches[Math.floor(pitches.length / 2)] ?? null
}

function framePitch(
  samples: Float32Array,
  start: number,
  frame: number,
  sampleRate: number,
): number | null {
  const longest = Math.floor(sampleRate / LOWEST_HZ)
  const likeness: number[] = []
  for (let lag = Math.ceil(sampleRate / HIGHEST_HZ); lag <= longest; lag++) {
    likeness.push(likenessAtLag(samples, start, frame, lag))
  }
  const best = Math.max(...likeness)
  if (best < VOICED) return null
  // Two periods match as well as one, so the shortest lag that is about as good is the pitch.
  const good = likeness.findIndex((value) => value > 0.9 * best)
  let peak = good
  while ((likeness[peak + 1] ?? -1) > (likeness[peak] ?? 0)) peak++
  return sampleRate / (peak + Math.ceil(sampleRate / HIGHEST_HZ))
}

function likenessAtLag(samples: Float32Array, start: number, frame: number, lag: number): number {
  let product = 0
  let here = 0
  let there = 0
  for (let i = start; i < start + frame; i++) {
    const a = samples[i] as number
    const b = samples[i + lag] as number
    product += a * b
    here += a * a
    there += b * b
  }
  const energy = Math.sqrt(here * there)
  return energy > 1e-4 * frame ? product / energy : 0
}
