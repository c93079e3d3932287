import { type ReactElement, useEffect } from 'react'
import type { Story } from '#contract/stories.ts'
import type { TimedLine } from '#contract/transcripts.ts'
import { PlayBar } from '#web/features/stories/player/play-bar.tsx'
import {
  type Playback,
  type PlaybackFailure,
  SPEEDS,
  type Speed,
  usePlayback,
} from '#web/features/stories/player/playback.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast-store.ts'

const TimedLines = onDemand(
  () => import('#web/features/stories/transcript/timed-lines.tsx'),
  'TimedLines',
  <Skeleton className="h-40" />,
)

const TITLES: Record<PlaybackFailure, string> = {
  load: 'Audio Loading Error',
  play: 'Playback Failed',
}
const EXPLANATION =
  'The audio file could not be loaded. This may be because the file was not uploaded correctly.'

interface StoryPlayerProps {
  src: string
  durationSeconds: number | null
  /** Loudness over time in equal parts, on any scale that starts at 0. */
  waveform?: number[] | null
  title: string
  /** The transcript with its times, shown below. */
  lines?: readonly TimedLine[] | null | undefined
}

/** Plays a story. Fetches nothing before Play is pressed, so that a list of players is cheap. */
export function StoryPlayer(props: StoryPlayerProps): ReactElement {
  const { src, durationSeconds, waveform, title, lines } = props
  const { playback, snapshot } = usePlayback(src, durationSeconds)
  const { failure, speed } = snapshot

  useEffect(() => {
    if (failure) {
      toast({ title: TITLES[failure], description: EXPLANATION, variant: 'destructive' })
    }
  }, [failure])

  return (
    <section aria-label={`Recording: ${title}`} className="flex flex-col gap-2">
      <PlayBar playback={playback} snapshot={snapshot} peaks={waveform} title={title}>
        <SpeedButton speed={speed} playback={playback} />
      </PlayBar>
      {failure ? (
        <Notice variant="error" title={TITLES[failure]}>
          <p>{EXPLANATION}</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={playback.play}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {lines ? (
        <TimedLines
          lines={lines}
          playback={playback}
          time={snapshot.status === 'paused' && snapshot.time === 0 ? undefined : snapshot.time}
        />
      ) : null}
    </section>
  )
}

function SpeedButton({ speed, playback }: { speed: Speed; playback: Playback }): ReactElement {
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-mr-3 min-h-11 tabular-nums"
      aria-label={`Speed ${speed} times, change to ${next} times`}
      onClick={() => playback.setSpeed(next)}
    >
      {speed}×
    </Button>
  )
}

/** The recording of a voice story, or its state if it can't be played. */
export function StoryRecording({
  story,
  lines,
}: {
  story: Story
  lines?: readonly TimedLine[] | null | undefined
}): ReactElement {
  if (story.audioUrl && story.audioState === 'ready') {
    return (
      <StoryPlayer
        src={story.audioUrl}
        durationSeconds={story.audioDuration}
        waveform={story.waveform}
        title={story.title}
        lines={lines}
      />
    )
  }
  if (story.audioState === 'processing') {
    return (
      <p role="status" className="flex items-center gap-3 rounded-lg bg-sand p-4">
        <Spinner label="" />
        {story.mine ? 'Your recording is being prepared…' : 'The recording is being prepared…'}
      </p>
    )
  }
  return (
    <Notice variant="error" title="This recording could not be prepared.">
      {story.canEdit ? <p>Please record it again.</p> : null}
    </Notice>
  )
}
