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
