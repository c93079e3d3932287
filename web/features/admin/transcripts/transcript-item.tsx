import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, type SubmitEvent, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { WaitingTranscript } from '#contract/transcripts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { refreshQueues } from '#web/features/admin/queries.ts'
import { CareCover } from '#web/features/admin/queue/care-cover.tsx'
import { ClaimLine } from '#web/features/admin/queue/claim-line.tsx'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { useReviewClaim } from '#web/features/admin/queue/use-review-claim.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { call } from '#web/lib/api.ts'
import { transcriptCalls } from '#web/lib/calls.gen.ts'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface ItemProps {
  transcript: WaitingTranscript
}

export function TranscriptItem({ transcript }: ItemProps): ReactElement {
  const { storyId, title, anonymousUsername, mine, waitingSince } = transcript
  return (
    <Card className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h3 className="wrap-anywhere">
          <Link
            to="/flow"
            search={{ story: storyId }}
            className="text-primary underline underline-offset-4"
          >
            {title}
          </Link>
        </h3>
        <p className="text-sm text-ink-quiet">
          {anonymousUsername}
          {mine ? ' (you)' : null} ·{' '}
          {transcript.kind === 'asked' ? 'needs a transcript' : 'to review'} ·{' '}
          <RelativeTime date={waitingSince} />
        </p>
      </header>
      <StoryPlayer
        src={transcript.audioUrl}
        durationSeconds={transcript.audioDuration}
        waveform={transcript.waveform}
        title={title}
      />
      {transcript.kind === 'review' ? (
        <Review transcript={transcript} />
      ) : mine ? (
        <p>This is your own story, so another helper will write its transcript.</p>
      ) : (
        <Writing transcript={transcript} />
      )}
    </Card>
  )
}

/** The form in which a helper writes a transcript. */
function Writing({ transcript }: ItemProps): ReactElement {
  const { storyId, title, claim } = transcript
  const client = useQueryClient()
  const params = { id: storyId }
  const claiming = useReviewClaim('transcript', { id: storyId, claim })
  const draftKey = `helper-transcript:${useMember().id}:${storyId}`
  const [text, setText] = useTextDraft(draftKey)
  const [isMissing, setIsMissing] = useState(false)
  const send = useMutation({
    mutationFn: () => call(transcriptCalls.write, { params, body: { text } }),
    onSuccess: () => {
      forgetText(draftKey)
      notifySuccess('Sent to the author')
      return refreshQueues(client)
    },
    onError: (error) => {
      notifyError('Failed to send the transcript', error)
      // The text stays in this tab.
      if (isOutdated(error)) void refreshQueues(client)
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !send.isPending) send.mutate()
  }
  const handleInput = (next: string): void => {
    setText(next)
    claiming.ensure()
  }
  return (
    <>
      <ClaimLine claim={claim} canClaim claiming={claiming} name={title} />
      {claim?.mine === false ? null : (
        <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <Field
            label={`Transcript of “${title}”`}
            help="Only the author sees it and decides whether to publish it. They won’t know who wrote it."
            error={isMissing ? 'Enter the transcript.' : undefined}
          >
            <Textarea
              value={text}
              minHeight={140}
              limit={STORY_LIMITS.content}
              onInput={(event) => handleInput(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" className="self-start" busy={send.isPending}>
            Send to the author
          </Button>
        </Form>
      )}
    </>
  )
}

/** A transcript that its author wants to publish with the recording. */
function Review({ transcript }: ItemProps): ReactElement {
  const { storyId, title, text, published, waitingSince } = transcript
  const client = useQueryClient()
  const params = { id: storyId }
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId })
  const [isRejecting, setIsRejecting] = useState(false)
  const hardness = hardnessOf(text ?? '')
  const [isCovered, setIsCovered] = useState(hardness !== undefined)
  const decision = useMutation({
    mutationFn: async (reason: string | undefined) => {
      if (reason === undefined) {
        await call(transcriptCalls.approve, { params, body: { waitingSince } })
      } else await call(transcriptCalls.reject, { params, body: { waitingSince, reason } })
    },
    onSuccess: (_, reason) => {
      notifySuccess(reason === undefined ? 'Transcript approved' : 'Transcript returned')
      return refreshQueues(client)
    },
    onError: (error, reason) => {
      const verb = reason === undefined ? 'approve' : 'return'
      notifyError(`Failed to ${verb} the transcript`, error)
      if (isOutdated(error)) void refreshQueues(client)
    },
  })
  return (
    <>
      <CareCover
        hardness={hardness}
        isCovered={isCovered}
        onOpen={() => setIsCovered(false)}
        onSkip={() => setIsCovered(true)}
      >
        <Words title="The author’s transcript">{text ?? ''}</Words>
        {published ? <Words title="Published now">{published}</Words> : null}
      </CareCover>
      <div className="flex flex-wrap gap-3">
        <RejectDialog
          noun="transcript"
          name={title}
          draftKey={draftKey}
          isDisabled={decision.isPending || isCovered}
          isOpen={isRejecting}
          onOpenChange={setIsRejecting}
          onReason={(reason, onDone) => decision.mutate(reason, { onSuccess: onDone })}
        />
        <Button
          aria-label={`Approve: ${title}`}
          busy={decision.isPending}
          disabled={isCovered}
          onClick={() => decision.mutate(undefined)}
        >
          Approve
        </Button>
      </div>
    </>
  )
}

function Words({ title, children }: { title: ReactNode; children: string }): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-sm font-medium text-ink-quiet">{title}</h4>
      <FoldedText text={children} />
    </div>
  )
}
