/** Mixes one or more channels into their mean. */
export function mixToMono(channels: Float32Array[]): Float32Array {
  const [first, ...others] = channels
  if (!first) return new Float32Array(0)
  if (others.length === 0) return first
  return first.map(
    (sample, i) =>
      others.reduce((sum, channel) => sum + (channel[i] ?? 0), sample) / channels.length,
  )
}

/** The loudest sample of each of `count` equal parts, from 0 to 1, the loudest part being 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * samples.length) / count)
    const end = Math.floor(((part + 1) * samples.length) / count)
    let loudest = 0
    for (let i = start; i < end; i++) loudest = Math.max(loudest, Math.abs(samples[i] as number))
    return loudest
  })
  const top = Math.max(...peaks)
  return top > 0 ? peaks.map((peak) => peak / top) : peaks
}
