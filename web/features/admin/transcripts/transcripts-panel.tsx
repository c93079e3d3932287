import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { WaitingTranscript } from '#contract/transcripts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import {
  entryScope,
  refreshReview,
  waitingTranscriptsQuery,
} from '#web/features/admin/queue/queries.ts'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { call, isOutdated } from '#web/lib/api.ts'
import { transcriptCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import type { Decision } from '#web/lib/undo.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { Form } from '#web/ui/form.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

export async function loadTranscripts({ client }: AdminLoad): Promise<void> {
  await prefetch(client, waitingTranscriptsQuery)
}

/** Voice stories that need a transcript or whose transcript needs review, oldest first. */
export function TranscriptsPanel(): ReactElement {
  return (
    <section aria-labelledby="waiting-transcripts" className="flex flex-col gap-4">
      <h2 id="waiting-transcripts" className="sr-only">
        Transcripts waiting
      </h2>
      <ReviewQueue
        kind="transcript"
        label="Transcripts waiting"
        noun="transcript"
        mayClaim={({ kind, mine }) => kind === 'review' || !mine}
        list={useQuery(waitingTranscriptsQuery)}
        textOf={({ text }) => text ?? ''}
        rowOf={({ title, kind }) => ({
          title,
          detail: kind === 'asked' ? 'Needs a transcript' : 'To review',
        })}
        subjectOf={({ id, kind, waitingSince }) => `transcript-${id}-${kind}-${waitingSince}`}
        versionOf={({ text, waitingSince }) => (text === null ? null : waitingSince)}
        decidedOf={({ id, waitingSince }) => ({
          subject: 'transcript',
          id,
          since: waitingSince,
          actions: ['transcript-written', 'transcript-approved', 'transcript-returned'],
        })}
        empty={
          <EmptyState message="No transcripts are waiting">
            <p className="max-w-prose text-ink-quiet">
              Voice stories whose author asked for a transcript, or changed one, appear here.
            </p>
          </EmptyState>
        }
        renderItem={(transcript, review) => (
          <TranscriptCard transcript={transcript} review={review} />
        )}
      />
    </section>
  )
}

interface TranscriptCardProps {
  transcript: WaitingTranscript
  review: Review
}

/** A recording whose transcript must be written or read. */
function TranscriptCard({ transcript, review }: TranscriptCardProps): ReactElement {
  if (transcript.kind === 'review') return <Reading transcript={transcript} review={review} />
  if (!transcript.mine) return <Writing transcript={transcript} review={review} />
  return (
    <ReviewCard {...shared(transcript)} review={review} decisions={null}>
      <p>This is your own story, so another helper will write its transcript.</p>
    </ReviewCard>
  )
}

/** The parts that the card of every transcript shows. */
function shared(transcript: WaitingTranscript) {
  const { storyId, title, anonymousUsername, mine, waitingSince } = transcript
  return {
    noun: 'transcript',
    name: title,
    title: (
      <Link
        to="/flow"
        search={{ story: storyId }}
        className="text-primary underline underline-offset-4"
      >
        {title}
      </Link>
    ),
    facts: (
      <span>
        <bdi>{anonymousUsername}</bdi>
        {mine ? ' (you)' : null} ·{' '}
        {transcript.kind === 'asked' ? 'needs a transcript' : 'to review'} ·{' '}
        <RelativeTime date={waitingSince} />
      </span>
    ),
    above: (
      <StoryPlayer
        src={transcript.audioUrl}
        durationSeconds={transcript.audioDuration}
        waveform={transcript.waveform}
        title={title}
      />
    ),
  }
}

/** The form in which a helper writes a transcript. */
function Writing({ transcript, review }: TranscriptCardProps): ReactElement {
  const { storyId, title } = transcript
  const client = useQueryClient()
  const formId = useId()
  const draftKey = `helper-transcript:${useMember().id}:${storyId}`
  const [text, setText] = useTextDraft(draftKey)
  const [isMissing, setIsMissing] = useState(false)
  const send = useSending({
    scope: entryScope('transcript', storyId),
    mutationFn: () => call(transcriptCalls.write, { params: { id: storyId }, body: { text } }),
    onSuccess: () => {
      forgetText(draftKey)
      review.settle('✓ Sent to the author')
      toast({ title: 'Sent to the author' })
      return refreshReview(client)
    },
    onError: (error) => {
      toastError('Failed to send the transcript', error)
      // The text stays in this tab.
      if (isOutdated(error)) void refreshReview(client)
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && review.isMeant()) send.mutate()
  }
  const handleInput = (next: string): void => {
    setText(next)
    review.claiming.ensure()
  }
  const canWrite = !review.isTaken && review.status === undefined
  return (
    <ReviewCard
      {...shared(transcript)}
      review={review}
      decisions={
        canWrite ? (
          <Button type="submit" form={formId} busy={send.isPending}>
            Send to the author
          </Button>
        ) : null
      }
    >
      {canWrite ? (
        <Form id={formId} noValidate onSubmit={handleSubmit}>
          <Field
            label={`Transcript of “${isolated(title)}”`}
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
        </Form>
      ) : null}
    </ReviewCard>
  )
}

/** A transcript that its author wants to publish with the recording. */
function Reading({ transcript, review }: TranscriptCardProps): ReactElement {
  const { storyId, title, text, published, waitingSince } = transcript
  const client = useQueryClient()
  const params = { id: storyId }
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId })
  const approve = (): void =>
    review.decide(
      reviewDecision({
        client,
        label: 'Approving',
        doneLabel: '✓ Transcript approved',
        work: () =>
          call(transcriptCalls.approve, { params, body: { waitingSince }, keepalive: true }),
        done: 'Transcript approved',
        failed: 'Failed to approve the transcript',
      }),
    )
  const rejection = (reason: string, onDone: () => void): Omit<Decision, 'subject'> =>
    reviewDecision({
      client,
      label: 'Returning to its author',
      doneLabel: 'Returned to its author',
      work: () =>
        call(transcriptCalls.reject, { params, body: { waitingSince, reason }, keepalive: true }),
      done: 'Transcript returned',
      failed: 'Failed to return the transcript',
      onDone,
    })
  return (
    <ReviewCard
      {...shared(transcript)}
      review={review}
      decisions={
        <>
          <RejectDialog
            review={review}
            noun="transcript"
            name={title}
            draftKey={draftKey}
            rejection={rejection}
          />
          <DecisionButton
            review={review}
            label="Approve"
            name={title}
            shortcut="A"
            onPress={approve}
          />
        </>
      }
    >
      <Words title="The author’s transcript">{text ?? ''}</Words>
      {published ? <Words title="Published now">{published}</Words> : null}
    </ReviewCard>
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
