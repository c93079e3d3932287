import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react'
import { clockText, spokenTime } from '#web/features/stories/player/clock-text.ts'
import type { Playback, PlaybackSnapshot } from '#web/features/stories/player/playback.ts'
import { Button } from '#web/ui/button.tsx'

const STEP_SECONDS = 5

const LEAP_SECONDS = 30

const BARS = 72

const QUIETEST = 0.06

interface PlayBarProps {
  playback: Playback
  snapshot: PlaybackSnapshot
  peaks: readonly number[] | null | undefined
  /** The title of the recording, used in the labels of the controls: 'The morning I said yes'. */
  title: string
  /** More controls, next to the time. */
  children?: ReactNode
}

/** A play or pause button, a seek bar with the waveform, and the elapsed and total time. */
export function PlayBar(props: PlayBarProps): ReactElement {
  const { playback, snapshot, peaks, title, children } = props
  const isOn = snapshot.status !== 'paused'
  return (
    <div className="flex items-start gap-3">
      <Button
        variant="secondary"
        size="icon"
        className="rounded-full bg-primary-soft text-primary-strong"
        aria-label={isOn ? `Pause ${title}` : `Play ${title}`}
        onClick={isOn ? playback.pause : playback.play}
      >
        {isOn ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
      </Button>
      <div className="flex min-w-0 grow flex-col">
        <SeekBar
          label={`Position in ${title}`}
          time={snapshot.time}
          duration={snapshot.duration}
          peaks={peaks}
          onSeek={playback.seek}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Times {...snapshot} />
          {children}
        </div>
      </div>
    </div>
  )
}

function Times({ time, duration }: Pick<PlaybackSnapshot, 'time' | 'duration'>): ReactElement {
  const spoken = duration === null ? 'of unknown length' : `of ${spokenTime(duration)}`
  return (
    <span className="shrink-0 text-sm text-ink-quiet tabular-nums">
      <span aria-hidden="true">
        {clockText(time)} / {duration === null ? '–:––' : clockText(duration)}
      </span>
      <span className="sr-only">
        {spokenTime(time)} {spoken}
      </span>
    </span>
  )
}

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
function SeekBar({ label, time, duration, peaks, onSeek }: SeekBarProps): ReactElement {
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

interface WaveformProps {
  peaks: readonly number[] | null | undefined
  /** The share that has been played, from 0 to 1. */
  progress: number
}

/** The loudness of a recording over time, with the played part colored. Decorative only. */
function Waveform({ peaks, progress }: WaveformProps): ReactElement {
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
