const ZERO_CROSSINGS = 12
const TABLE_STEPS = 256
/** The share of the narrower band that is kept; the rest is the filter's transition band. */
const PASS_BAND = 0.94

/** Half of a Hann-windowed sinc, sampled finely enough to use the nearest value. */
const kernel = Float64Array.from({ length: ZERO_CROSSINGS * TABLE_STEPS + 1 }, (_, i) => {
  const x = i / TABLE_STEPS
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / ZERO_CROSSINGS))
})

/**
 * Changes the sample rate without aliasing. The result lasts as long as the input: its length is
 * scaled and rounded, so that nothing is cut off at the end.
 */
export function resample(
  input: Float32Array,
  rates: { from: number; to: number },
  onProgress: (share: number) => void = () => undefined,
): Float32Array {
  if (rates.from === rates.to) return input
  const step = rates.from / rates.to
  const output = new Float32Array(Math.round(input.length / step))
  const scale = Math.min(1, 1 / step) * PASS_BAND
  const radius = ZERO_CROSSINGS / scale
  for (let i = 0; i < output.length; i++) {
    const center = i * step
    const first = Math.max(0, Math.ceil(center - radius))
    const last = Math.min(input.length - 1, Math.floor(center + radius))
    let sum = 0
    for (let j = first; j <= last; j++) {
      const distance = Math.abs(j - center) * scale * TABLE_STEPS
      sum += (input[j] as number) * (kernel[Math.round(distance)] as number)
    }
    output[i] = sum * scale
    if (i % 65_536 === 0) onProgress(i / output.length)
  }
  return output
}
