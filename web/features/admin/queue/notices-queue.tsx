import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { NOTICE_LIMITS, type Notice } from '#contract/notices.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { noticesQuery, refreshReview } from '#web/features/admin/queue/queries.ts'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { call } from '#web/lib/api.ts'
import { noticeCalls } from '#web/lib/calls.gen.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** What anyone reported as unlawful, answered one at a time. */
export function NoticesQueue(): ReactElement {
  return (
    <section aria-label="Unlawful content" className="flex flex-col gap-4">
      <ReviewQueue
        kind="notice"
        label="Unlawful content"
        noun="notice"
        list={useQuery(noticesQuery)}
        textOf={({ what, place, why }) => [what, place, why].join('\n')}
        rowOf={({ what, isDanger, createdAt }) => ({
          title: what,
          detail: isDanger ? 'Somebody may be in danger' : <RelativeTime date={createdAt} />,
        })}
        subjectOf={({ id }) => `notice-${id}`}
        decidedOf={({ id, createdAt }) => ({
          subject: 'notice',
          id,
          since: createdAt,
          actions: ['notice-upheld', 'notice-refused'],
        })}
        empty={<EmptyState message="Nobody has reported anything unlawful" />}
        renderItem={(notice, review) => <NoticeCard notice={notice} review={review} />}
      />
    </section>
  )
}

interface NoticeCardProps {
  notice: Notice
  review: Review
}

function NoticeCard({ notice, review }: NoticeCardProps): ReactElement {
  const { what, place, why, email, isDanger, createdAt } = notice
  return (
    <ReviewCard
      review={review}
      noun="notice"
      name={what}
      title={what}
      facts={
        <>
          {isDanger ? <Badge variant="destructive">Somebody may be in danger</Badge> : null}
          <RelativeTime date={createdAt} />
        </>
      }
      decisions={
        <>
          <AnswerButton notice={notice} review={review} acted={false} />
          <AnswerButton notice={notice} review={review} acted />
        </>
      }
    >
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-quiet">
        <span>
          Where: <bdi className="wrap-anywhere text-ink">{place}</bdi>
        </span>
        <PlaceLink place={place} />
      </p>
      <FoldedText text={why} />
      <p>If it has to go, delete it there first. Your answer removes nothing.</p>
      <p className="text-sm wrap-anywhere text-ink-quiet">
        {email ? `The answer goes to ${email}.` : 'No address was left for an answer.'}
      </p>
    </ReviewCard>
  )
}

/** Never the text itself as a link: it leads to one of our own pages, by the number of a story in it. */
function PlaceLink({ place }: { place: string }): ReactElement {
  const story = Number(/[?&]story=(\d{1,9})\b/.exec(place)?.[1])
  const classes = 'text-primary underline underline-offset-4'
  return story ? (
    <Link to="/flow" search={{ story }} className={classes}>
      Open the story
    </Link>
  ) : (
    <Link to="/admin/active-stories" className={classes}>
      Open Active Stories
    </Link>
  )
}

/** Asks for the reason, which is saved until the answer is sent. */
function AnswerButton(props: NoticeCardProps & { acted: boolean }): ReactElement {
  const { notice, review, acted } = props
  const { id, email } = notice
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = `notice-answer:${useMember().id}:${id}`
  const [reason, setReason] = useTextDraft(draftKey)
  const words = reason.trim()
  const handleOpen = (): void => {
    setIsOpen(true)
    if (review.canClaim) review.claiming.ensure()
  }
  const handleAnswer = (): void => {
    setIsOpen(false)
    review.decide(
      reviewDecision({
        client,
        label: 'Answering',
        doneLabel: 'Answered',
        work: () =>
          call(noticeCalls.answer, {
            params: { id },
            body: { acted, reason: words },
            keepalive: true,
          }),
        done: email ? 'Notice answered' : 'Notice closed',
        failed: 'Failed to answer the notice',
        onDone: () => forgetText(draftKey),
        refresh: () => refreshReview(client),
      }),
    )
  }
  return (
    <>
      <DecisionButton
        review={review}
        label={acted ? 'I removed it' : 'It stays'}
        variant="outline"
        onPress={handleOpen}
      />
      <ConfirmDialog
        title={acted ? 'Why did you remove it?' : 'Why does it stay?'}
        description={
          email
            ? `${email} will get your reason, and the notice is deleted.`
            : 'The notice is deleted. Your reason stays in the audit log.'
        }
        confirmLabel={email ? 'Send the answer' : 'Close notice'}
        isDisabled={words === '' || !isWithinLength(words, NOTICE_LIMITS.answer)}
        onConfirm={handleAnswer}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <div className="flex flex-col gap-4">
          <RuleField reason={reason} onChange={setReason} />
          <Field label="Reason" required>
            <Textarea
              autoFocus
              limit={NOTICE_LIMITS.answer}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}
