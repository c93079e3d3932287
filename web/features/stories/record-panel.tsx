import type { ReactElement, ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import type { Recorded } from '#web/features/stories/recorder/voice-recorder.tsx'
import { canKeepRecording } from '#web/features/stories/story-form-data.ts'
import { StoryRecording } from '#web/features/stories/story-recording.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const VoiceRecorder = onDemand(
  async () => (await import('#web/features/stories/recorder/voice-recorder.tsx')).VoiceRecorder,
  <Skeleton className="h-72" />,
)

interface RecordPanelProps {
  draftKey: string
  /** The story being edited. Its recording stays unless there is a new one. */
  story: Story | undefined
  isDisabled: boolean
  /** How often the form was submitted without a recording; above zero, an error is shown. */
  triesWithoutRecording: number
  onChange: (recording: Recorded) => void
  onStart: () => void
  /** The transcript field, shown once there is a recording. */
  children: ReactNode
}

export function RecordPanel(props: RecordPanelProps): ReactElement {
  const { draftKey, story, isDisabled, triesWithoutRecording, children } = props
  const recorder = (caption?: ReactNode): ReactElement => (
    <VoiceRecorder
      draftKey={draftKey}
      disabled={isDisabled}
      onChange={props.onChange}
      onStart={props.onStart}
    >
      {caption}
    </VoiceRecorder>
  )
  return (
    <div className="flex flex-col gap-5">
      {triesWithoutRecording > 0 ? (
        <FocusOnAppear key={triesWithoutRecording}>
          <Notice variant="error" title="Recording Required">
            <p>Please record your story before submitting</p>
          </Notice>
        </FocusOnAppear>
      ) : null}
      {story && canKeepRecording(story) ? (
        <>
          <StoryRecording story={story} />
          <Disclosure summary="Record again">{recorder()}</Disclosure>
          {children}
        </>
      ) : (
        recorder(children)
      )}
    </div>
  )
}
