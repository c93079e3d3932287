import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import type { Story } from '#contract/stories.ts'
import type { RecordedStory } from '#web/features/stories/recorder/voice-recorder.tsx'
import { canKeepRecording } from '#web/features/stories/story-form-data.ts'
import { StoryRecording } from '#web/features/stories/story-recording.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const VoiceRecorder = lazy(async () => {
  const { VoiceRecorder } = await import('#web/features/stories/recorder/voice-recorder.tsx')
  return { default: VoiceRecorder }
})

interface RecordPanelProps {
  draftKey: string
  /** The story that is being changed: its recording stays unless there is a new one. */
  story: Story | undefined
  isDisabled: boolean
  isRecordingMissing: boolean
  onChange: (recording: RecordedStory | null) => void
  /** The caption's field. */
  children: ReactNode
}

export function RecordPanel(props: RecordPanelProps): ReactElement {
  const { draftKey, story, isDisabled, isRecordingMissing, onChange, children } = props
  const recorder = (
    <Suspense fallback={<Skeleton className="h-56" />}>
      <VoiceRecorder draftKey={draftKey} disabled={isDisabled} onChange={onChange} />
    </Suspense>
  )
  return (
    <div className="flex flex-col gap-5">
      {isRecordingMissing ? (
        <Notice variant="error" title="Recording Required">
          Please record your story before submitting
        </Notice>
      ) : null}
      {story && canKeepRecording(story) ? (
        <>
          <StoryRecording story={story} />
          <Disclosure summary="Record again">{recorder}</Disclosure>
        </>
      ) : (
        recorder
      )}
      {children}
    </div>
  )
}
