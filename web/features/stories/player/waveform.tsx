import { type ReactElement, useId } from 'react'
import { waveformBars } from './waveform-bars.ts'

const BARS = 72

interface WaveformProps {
  peaks: readonly number[] | null | undefined
  /** The share that has been played, from 0 to 1. */
  progress: number
}

/** The loudness of a recording over time, with the played part colored. Decorative only. */
export function Waveform({ peaks, progress }: WaveformProps): ReactElement {
  const clip = useId()
  const path = waveformBars(peaks, BARS)
    .map((bar, i) => `M${i * 4 + 2} ${20 - 18 * bar}V${20 + 18 * bar}`)
    .join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS * 4} 40`}
      preserveAspectRatio="none"
      className="size-full"
      fill="none"
      strokeWidth="2.2"
    >
      <clipPath id={clip}>
        <rect width={BARS * 4 * progress} height="40" />
      </clipPath>
      <path d={path} className="stroke-line-strong" />
      <path d={path} className="stroke-primary" clipPath={`url(#${clip})`} />
    </svg>
  )
}
