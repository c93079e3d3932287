/** A scale without half steps, so that any two notes sound good together; in hertz. */
const SCALE = [196, 220, 261.63, 293.66, 329.63, 392, 440, 523.25]
/** Overtones of a bell: frequency ratio, loudness and duration. */
const PARTIALS = [
  { ratio: 0.5, gain: 0.35, seconds: 7 },
  { ratio: 1, gain: 1, seconds: 5 },
  { ratio: 2, gain: 0.45, seconds: 3 },
  { ratio: 2.98, gain: 0.2, seconds: 1.6 },
  { ratio: 4.02, gain: 0.1, seconds: 0.9 },
] as const
const RING_SECONDS = 8
const ATTACK_SECONDS = 0.006
const LOUDNESS = 0.16

/** Slow bells, one note per breath, as samples between -1 and 1. */
export function ringBells(input: { seconds: number; rate: number }): Float32Array {
  const samples = new Float32Array(Math.round(input.seconds * input.rate))
  for (let second = 0.5, note = 0; second < input.seconds - RING_SECONDS; note += 1) {
    ring(samples, {
      start: second,
      pitch: SCALE[(note * 5) % SCALE.length] ?? 220,
      rate: input.rate,
    })
    // Two seconds, then three: the rhythm of breathing in for four and out for six.
    second += note % 2 === 0 ? 2 : 3
  }
  return samples
}

function ring(
  samples: Float32Array,
  { start, pitch, rate }: { start: number; pitch: number; rate: number },
): void {
  const first = Math.round(start * rate)
  const length = Math.min(RING_SECONDS * rate, samples.length - first)
  for (const { ratio, gain, seconds } of PARTIALS) {
    const step = (2 * Math.PI * pitch * ratio) / rate
    for (let index = 0; index < length; index += 1) {
      const time = index / rate
      const fade = Math.min(1, time / ATTACK_SECONDS) * Math.exp((-3 * time) / seconds)
      const value = LOUDNESS * gain * fade * Math.sin(step * index)
      samples[first + index] = (samples[first + index] ?? 0) + value
    }
  }
}
