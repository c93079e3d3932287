import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { OwnTranscript } from '#contract/transcripts.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { RemoveTranscript } from '#web/features/stories/transcript/remove-transcript.tsx'
import {
  type OwnTranscriptProps,
  useChooseTranscript,
  useSubmitTranscript,
} from '#web/features/stories/transcript/use-own-transcript.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface OwnTranscriptFormProps extends OwnTranscriptProps {
  draftKey: string
  initial: string
  /** Undefined for a draft, which can only be confirmed or discarded. */
  onCancel: (() => void) | undefined
}

/** Writes a transcript or confirms a draft. Typed text survives a reload. */
export function OwnTranscriptForm(props: OwnTranscriptFormProps): ReactElement {
  const { story, own, draftKey, initial, onCancel } = props
  const [text, setText] = useTextDraft(draftKey, initial)
  const [isMissing, setIsMissing] = useState(false)
  const submit = useSubmitTranscript(story, draftKey)
  const choose = useChooseTranscript(story, draftKey)
  const isDraft = own.state === 'draft'
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !submit.isPending) submit.mutate(text)
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {own.returnReason ? (
        <Notice title="This transcript needs a change">
          <blockquote className="mt-1 border-l-2 border-line-strong pl-3 whitespace-pre-wrap">
            {own.returnReason}
          </blockquote>
        </Notice>
      ) : null}
      {submit.error ? (
        <FocusOnAppear>
          <Notice variant="error" title="Failed to save the transcript">
            <p>{sentenceOf(submit.error)}</p>
          </Notice>
        </FocusOnAppear>
      ) : null}
      <Field
        label={isDraft ? 'Draft' : 'Transcript, for people who can’t listen'}
        help={whoSees(story, own)}
        error={isMissing ? 'Enter the transcript.' : undefined}
      >
        <IdentityCheck>
          <Textarea
            value={text}
            minHeight={140}
            limit={STORY_LIMITS.content}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={text} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={submit.isPending}>
          {isDraft ? 'Confirm' : 'Save'}
        </Button>
        {onCancel ? (
          <Button
            variant="ghost"
            onClick={() => {
              forgetText(draftKey)
              onCancel()
            }}
          >
            Cancel
          </Button>
        ) : (
          <RemoveTranscript
            choose={choose}
            label="Discard draft"
            title="Discard this draft?"
            description="It’s deleted, and your story has no transcript. You can add one later."
          />
        )}
      </div>
    </Form>
  )
}

function whoSees({ status }: Story, { state, returnReason }: OwnTranscript): string {
  const now = state === 'draft' ? 'Only you see this draft. ' : ''
  if (status !== 'approved') return `${now}Our team reviews it together with your story.`
  return state === 'draft' && !returnReason
    ? `${now}If you confirm it as it is, it’s published right away. If you change it, our team reviews it first.`
    : `${now}Our team reviews it before it’s published.`
}
