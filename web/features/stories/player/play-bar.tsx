import { Pause, Play } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { clockText, spokenTime } from './clock-text.ts'
import type { Playback, PlaybackSnapshot } from './playback.ts'
import { SeekBar } from './seek-bar.tsx'

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
        size="icon"
        className="rounded-full"
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
        <div className="flex items-center justify-between gap-3">
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
