import type { ReactElement } from 'react'
import type { Story } from '#contract/stories.ts'
import type { TimedLine } from '#contract/transcripts.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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
