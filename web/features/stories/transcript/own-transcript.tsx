import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { TranscriptChoice } from '#contract/transcript-choices.ts'
import type { OwnTranscript } from '#contract/transcripts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { ownTranscriptQuery, speechQuery } from '#web/features/stories/transcript/queries.ts'
import { draftNote } from '#web/features/stories/transcript/transcript-choice.tsx'
import {
  type ChooseTranscript,
  type OwnTranscriptProps,
  useChooseTranscript,
  useSubmitTranscript,
} from '#web/features/stories/transcript/use-own-transcript.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { forgetText, useTextChange } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const CAN_ASK: ReadonlySet<OwnTranscript['state']> = new Set(['none', 'left-out', 'failed'])

/** Shows the author of a voice story the state of its transcript and the possible actions. */
export function OwnTranscriptCard({ story }: { story: Story }): ReactElement {
  const own = useQuery(ownTranscriptQuery(story.id))
  const { data } = own
  return (
    <Card aria-labelledby="own-transcript" className="flex flex-col gap-4">
      <CardTitle id="own-transcript">Your transcript</CardTitle>
      {own.isPending ? <Skeleton className="h-24" /> : null}
      {own.error && !data ? <QueryError query={own} /> : null}
      {data ? (
        <TranscriptState key={`${data.state} ${data.text}`} story={story} own={data} />
      ) : null}
    </Card>
  )
}

function TranscriptState({ story, own }: OwnTranscriptProps): ReactElement {
  const draftKey = `transcript:${useMember().id}:${story.id}`
  const [isWriting, setIsWriting] = useState(own.state === 'draft')
  const initial = own.text ?? story.caption ?? ''
  if (isWriting) {
    return (
      <OwnTranscriptForm
        story={story}
        own={own}
        draftKey={draftKey}
        initial={initial}
        onCancel={own.state === 'draft' ? undefined : () => setIsWriting(false)}
      />
    )
  }
  return (
    <>
      <StateWords story={story} own={own} />
      <OwnTranscriptChoices story={story} own={own} onWrite={() => setIsWriting(true)} />
    </>
  )
}

function StateWords({ story, own }: OwnTranscriptProps): ReactElement {
  switch (own.state) {
    case 'none':
      return <p>Without a transcript, people who can’t listen won’t know what you said.</p>
    case 'left-out':
      return <p>You left the transcript out. You can still add it.</p>
    case 'asked':
      return (
        <p>
          {story.status === 'approved'
            ? 'Someone on our team will listen and write it down.'
            : 'Once your story is published, someone on our team will listen and write it down.'}{' '}
          Nobody else sees it before you confirm it.
        </p>
      )
    case 'queued':
      return <p>A draft is on its way. We’ll let you know when it’s ready. Only you will see it.</p>
    case 'failed':
      return (
        <Notice variant="error" title="Your recording couldn’t be transcribed.">
          <p>Nothing was published. Choose what to do next.</p>
        </Notice>
      )
    case 'review':
      return (
        <>
          <p>
            Our team is reviewing your transcript. Until it’s approved, only you and the team can
            see it.
          </p>
          <p
            dir="auto"
            className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-wrap"
          >
            {own.text}
          </p>
        </>
      )
    default:
      return (
        <p>
          {story.status === 'approved'
            ? 'Everyone who can see your story can read it. If you change it, our team reviews the change first.'
            : 'Our team reviews it together with your story.'}
        </p>
      )
  }
}

interface OwnTranscriptFormProps extends OwnTranscriptProps {
  draftKey: string
  initial: string
  /** Undefined for a draft, which can only be confirmed or discarded. */
  onCancel: (() => void) | undefined
}

/** Writes a transcript or confirms a draft. Typed text survives a reload. */
function OwnTranscriptForm(props: OwnTranscriptFormProps): ReactElement {
  const { story, own, draftKey, initial, onCancel } = props
  const { version } = own
  const [text, setText, began] = useTextChange(draftKey, { text: initial, version })
  const [isMissing, setIsMissing] = useState(false)
  const submit = useSubmitTranscript(story, draftKey)
  const choose = useChooseTranscript(story, draftKey)
  const isDraft = own.state === 'draft'
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '') submit.mutate({ text, version: began() })
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {own.returnReason ? (
        <Notice title="This transcript needs a change">
          <blockquote
            dir="auto"
            className="mt-1 border-s-2 border-line-strong ps-3 whitespace-pre-wrap"
          >
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

interface ChoicesProps extends OwnTranscriptProps {
  onWrite: () => void
}

/** Buttons for what the author can do next. */
function OwnTranscriptChoices({ story, own, onWrite }: ChoicesProps): ReactElement {
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

interface RemoveTranscriptProps {
  choose: ChooseTranscript
  /** 'Remove transcript'. */
  label: string
  title: string
  description: string
}

/** Asks for confirmation, because the text is deleted. */
function RemoveTranscript({
  choose,
  label,
  title,
  description,
}: RemoveTranscriptProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        description={description}
        confirmLabel={label}
        isDestructive
        isBusy={choose.isPending}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onConfirm={() => choose.mutate('left-out', { onSettled: () => setIsOpen(false) })}
      />
    </>
  )
}
