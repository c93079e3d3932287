import type { KeyboardEvent, ReactElement } from 'react'
import { spokenTime } from './clock-text.ts'
import { Waveform } from './waveform.tsx'

const STEP_SECONDS = 5
const LEAP_SECONDS = 30

interface SeekBarProps {
  label: string
  /** In seconds. */
  time: number
  /** In seconds; null while unknown, which disables seeking. */
  duration: number | null
  peaks: readonly number[] | null | undefined
  onSeek: (time: number) => void
}

/**
 * A slider with the waveform of the recording. Arrow keys move it by 5 seconds, Page keys by 30.
 */
export function SeekBar({ label, time, duration, peaks, onSeek }: SeekBarProps): ReactElement {
  const steps: Record<string, number> = {
    ArrowLeft: -STEP_SECONDS,
    ArrowDown: -STEP_SECONDS,
    ArrowRight: STEP_SECONDS,
    ArrowUp: STEP_SECONDS,
    PageDown: -LEAP_SECONDS,
    PageUp: LEAP_SECONDS,
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onSeek(time + step)
  }
  return (
    <div className="relative h-11 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <Waveform peaks={peaks} progress={duration ? Math.min(1, time / duration) : 0} />
      <input
        type="range"
        aria-label={label}
        aria-valuetext={
          duration
            ? `${spokenTime(time)} of ${spokenTime(duration)}`
            : `${spokenTime(time)} of unknown length`
        }
        min={0}
        max={duration ?? 0}
        step="any"
        value={time}
        disabled={duration === null}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        onKeyDown={handleKeyDown}
        className="absolute inset-0 size-full cursor-pointer touch-pan-y opacity-0 disabled:cursor-default"
      />
    </div>
  )
}
