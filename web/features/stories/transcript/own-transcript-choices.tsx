import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { TranscriptChoice } from '#contract/transcript-choices.ts'
import type { OwnTranscript } from '#contract/transcripts.ts'
import { speechQuery } from '#web/features/stories/transcript/queries.ts'
import { RemoveTranscript } from '#web/features/stories/transcript/remove-transcript.tsx'
import { draftNote } from '#web/features/stories/transcript/transcript-choice.tsx'
import {
  type ChooseTranscript,
  type OwnTranscriptProps,
  useChooseTranscript,
} from '#web/features/stories/transcript/use-own-transcript.ts'
import { Button } from '#web/ui/button.tsx'

interface ChoicesProps extends OwnTranscriptProps {
  onWrite: () => void
}

const CAN_ASK: ReadonlySet<OwnTranscript['state']> = new Set(['none', 'left-out', 'failed'])

/** Buttons for what the author can do next. */
export function OwnTranscriptChoices({ story, own, onWrite }: ChoicesProps): ReactElement {
  const { state } = own
  const { data: speech } = useQuery(speechQuery)
  const choose = useChooseTranscript(story)
  const host = CAN_ASK.has(state) ? (speech?.host ?? null) : null
  const note = useId()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {host && state === 'failed' ? (
          <ChoiceButton choose={choose} choice="speech" describedBy={note}>
            Try again
          </ChoiceButton>
        ) : null}
        <Button variant="outline" onClick={onWrite}>
          {writeLabel(state)}
        </Button>
        {CAN_ASK.has(state) ? (
          <ChoiceButton choose={choose} choice="helper">
            Ask a helper
          </ChoiceButton>
        ) : null}
        {host && state !== 'failed' ? (
          <ChoiceButton choose={choose} choice="speech" describedBy={note}>
            Get a draft
          </ChoiceButton>
        ) : null}
        {state === 'left-out' ? null : state === 'published' || state === 'review' ? (
          <RemoveTranscript
            choose={choose}
            label="Remove transcript"
            title="Remove the transcript?"
            description="It’s deleted. Your recording stays."
          />
        ) : (
          <ChoiceButton choose={choose} choice="left-out">
            Leave it out
          </ChoiceButton>
        )}
      </div>
      {host ? (
        <p id={note} className="max-w-prose text-sm text-ink-quiet">
          {state === 'failed' ? 'Try again' : 'Get a draft'}: {draftNote(host)}
        </p>
      ) : null}
    </div>
  )
}

function writeLabel(state: OwnTranscript['state']): string {
  if (state === 'published' || state === 'review') return 'Edit transcript'
  return state === 'none' || state === 'left-out' ? 'Write it' : 'Write it myself'
}

interface ChoiceButtonProps {
  choose: ChooseTranscript
  choice: TranscriptChoice
  describedBy?: string
  children: ReactNode
}

function ChoiceButton(props: ChoiceButtonProps): ReactElement {
  const { choose, choice, describedBy, children } = props
  return (
    <Button
      variant={choice === 'left-out' ? 'ghost' : 'outline'}
      aria-describedby={describedBy}
      busy={choose.isPending && choose.variables === choice}
      disabled={choose.isPending}
      onClick={() => choose.mutate(choice)}
    >
      {children}
    </Button>
  )
}
