import type { ReactElement } from 'react'
import type { Story } from '#contract/stories.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { ANOTHER_VOICE_LABEL, CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface StoryBodyProps {
  story: Story
  fold?: 'short'
}

/** The text of a story, or its recording and transcript. */
export function StoryBody({ story, fold }: StoryBodyProps): ReactElement {
  if (story.content !== null) {
    return (
      <>
        {story.anotherVoice ? (
          <p className="text-sm text-ink-quiet">{ANOTHER_VOICE_LABEL}</p>
        ) : null}
        <FoldedText text={story.content} fold={fold} />
      </>
    )
  }
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Recording story={story} />
      {story.caption ? (
        <div className="flex flex-col gap-1">
          <h4 className="text-sm font-medium text-ink-quiet">Transcript</h4>
          <FoldedText text={story.caption} fold={fold} />
        </div>
      ) : (
        <p className="text-sm text-ink-quiet">This recording has no transcript.</p>
      )}
    </div>
  )
}

function Recording({ story }: { story: Story }): ReactElement {
  if (story.audioState === 'failed') {
    return (
      <Notice variant="error" title="This recording can’t be played">
        It couldn’t be converted. Reject the story so the author can record it again.
      </Notice>
    )
  }
  if (story.audioState !== 'ready' || story.audioUrl === null) {
    return (
      <Notice title="This recording is still being prepared">
        You can approve the story once the recording is ready.
      </Notice>
    )
  }
  return (
    <StoryPlayer
      src={story.audioUrl}
      durationSeconds={story.audioDuration}
      waveform={story.waveform}
      title={story.title}
    />
  )
}

interface StoryFactsProps {
  story: Story
  /** When it was submitted, ISO 8601. */
  date: string
}

/** A story's category, author and date, in a row. */
export function StoryFacts({ story, date }: StoryFactsProps): ReactElement {
  return (
    <>
      <Badge variant="neutral">{CATEGORY_LABELS[story.category]}</Badge>
      <span className="min-w-0">
        by <bdi>{story.anonymousUsername}</bdi>
      </span>
      <RelativeTime date={date} />
    </>
  )
}
