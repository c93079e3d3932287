const QUIETEST = 0.06

/**
 * A recording's peaks as `count` bars from 0.06 to 1, the loudest being 1. Without peaks, the bars
 * form a flat line.
 */
export function waveformBars(peaks: readonly number[] | null | undefined, count: number): number[] {
  if (!peaks?.length) return Array.from({ length: count }, () => QUIETEST)
  const grouped = Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * peaks.length) / count)
    const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / count))
    return Math.max(...peaks.slice(start, end).map(Math.abs))
  })
  const loudest = Math.max(...grouped)
  return grouped.map((peak) => (loudest > 0 ? Math.max(QUIETEST, peak / loudest) : QUIETEST))
}
