import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { HeldReply } from '#contract/review.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AuthorMenu } from '#web/features/admin/author-menu.tsx'
import { refreshStory } from '#web/features/admin/queries.ts'
import { AnswerButton } from '#web/features/admin/queue/answer-button.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { heldQuery } from '#web/features/admin/queue/queries.ts'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { call } from '#web/lib/api.ts'
import { reviewCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export async function loadHeld({ client }: AdminLoad): Promise<void> {
  await prefetch(client, heldQuery)
}

/** First replies waiting for review, decided one at a time. */
export function HeldPanel(): ReactElement {
  return (
    <section aria-labelledby="first-replies" className="flex flex-col gap-4">
      <h2 id="first-replies" className="sr-only">
        Waiting for review
      </h2>
      <ReviewQueue
        kind="reply"
        label="First replies"
        noun="reply"
        list={useQuery(heldQuery)}
        textOf={({ content }) => content}
        rowOf={({ content, storyTitle }) => ({ title: content, detail: storyTitle })}
        subjectOf={({ id }) => `held-${id}`}
        decidedOf={({ id, createdAt }) => ({
          subject: 'reply',
          id,
          since: createdAt,
          actions: ['reply-approved', 'reply-declined', 'reply-removed'],
        })}
        empty={
          <EmptyState message="No first replies are waiting">
            <p className="max-w-prose text-ink-quiet">
              A member’s first reply waits here if reviews are turned on under{' '}
              <Link to="/admin/joining" className="text-primary underline underline-offset-4">
                Joining
              </Link>
              .
            </p>
          </EmptyState>
        }
        renderItem={(reply, review) => <HeldCard reply={reply} review={review} />}
      />
    </section>
  )
}

function HeldCard({ reply, review }: { reply: HeldReply; review: Review }): ReactElement {
  const client = useQueryClient()
  const { id, storyId, anonymousUsername } = reply
  const refresh = (): Promise<void> => refreshStory(client, storyId)
  const send = (body: { approved: boolean; reason?: string }): Promise<unknown> =>
    call(reviewCalls.reviewHeld, { params: { id }, body, keepalive: true })
  const approve = (): void =>
    review.decide(
      reviewDecision({
        client,
        label: 'Approving',
        doneLabel: '✓ Reply approved',
        work: () => send({ approved: true }),
        done: 'Reply approved',
        failed: 'Failed to approve reply',
        refresh,
      }),
    )
  return (
    <ReviewCard
      review={review}
      noun="reply"
      name={`Reply by ${anonymousUsername}`}
      title={
        <>
          A reply by <bdi>{anonymousUsername}</bdi>
        </>
      }
      facts={
        <>
          <RelativeTime date={reply.createdAt} />
          <Link
            to="/flow"
            search={{ story: storyId }}
            className="text-primary underline underline-offset-4"
          >
            <bdi>{reply.storyTitle}</bdi>
          </Link>
        </>
      }
      decisions={
        <>
          <AuthorMenu
            author={{ ...reply, replyId: id }}
            about={`reply by ${anonymousUsername}`}
            actions={['suspend']}
            isDisabled={!review.isOpen}
          />
          <AnswerButton
            review={review}
            entry={`reply-${id}`}
            label="Decline"
            question="Decline this reply?"
            description="It won’t be published. Its author gets your reason and can copy the text for 30 days."
            confirmLabel="Decline reply"
            isDestructive
            limit={STORY_LIMITS.reason}
            send={(reason) => send({ approved: false, reason })}
            sending={{ label: 'Declining', doneLabel: 'Reply declined' }}
            done="Reply declined"
            failed="Failed to decline reply"
            refresh={refresh}
          />
          <DecisionButton review={review} label="Approve" shortcut="A" onPress={approve} />
        </>
      }
    >
      <FoldedText text={reply.content} />
    </ReviewCard>
  )
}
