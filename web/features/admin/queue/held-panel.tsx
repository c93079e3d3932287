import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { HeldReply } from '#contract/review.ts'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { heldKey, heldQuery } from '#web/features/admin/queries.ts'
import { CareCover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import { type ItemProps, Queue } from '#web/features/admin/queue/queue.tsx'
import { heldDecision, heldSubject } from '#web/features/admin/queue/story-decisions.ts'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { AuthorButton } from '#web/features/stories/author-button.tsx'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { decide } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** First replies waiting for review, decided one at a time. */
export function HeldPanel(): ReactElement {
  const list = useQuery(heldQuery)
  useRefreshOn('review', heldKey)
  return (
    <section aria-labelledby="first-replies" className="flex flex-col gap-4">
      <h2 id="first-replies">First replies</h2>
      <Queue
        label="First replies"
        noun="reply"
        list={list}
        hardnessOf={({ content }) => hardnessOf(content)}
        rowOf={({ content, storyTitle }) => ({ title: content, detail: storyTitle })}
        subjectOf={heldSubject}
        decidedOf={({ id, createdAt }) => ({
          ...{ subject: 'reply', id, since: createdAt },
          actions: ['reply-approved', 'reply-declined', 'reply-removed'],
        })}
        empty={<EmptyState message="No first replies are waiting" />}
        renderItem={(reply, given) => <HeldItem reply={reply} {...given} />}
      />
    </section>
  )
}

function HeldItem({ reply, hardness, onSkip }: ItemProps & { reply: HeldReply }): ReactElement {
  const client = useQueryClient()
  const subject = heldSubject(reply)
  const status = useDecisionStatus(subject)
  const cover = useCover(hardness)
  const { isCovered } = cover
  const isOpen = status === undefined && !isCovered
  const settle = (approved: boolean): void => {
    if (isOpen) decide([heldDecision(client, { reply, approved })])
  }
  useKeys({ a: () => settle(true) })
  return (
    <Card className="flex flex-col gap-4 lg:min-h-[24rem]">
      <header className="flex flex-col gap-1">
        <h3>A reply by {reply.anonymousUsername}</h3>
        <p className="text-sm text-ink-quiet">
          <RelativeTime date={reply.createdAt} /> ·{' '}
          <Link
            to="/flow"
            search={{ story: reply.storyId }}
            className="text-primary underline underline-offset-4"
          >
            {reply.storyTitle}
          </Link>
        </p>
      </header>
      <CareCover {...cover} isDecided={status !== undefined} onSkip={onSkip}>
        <FoldedText text={reply.content} />
      </CareCover>
      <DecisionBar
        subject={subject}
        status={status}
        aside={
          isCovered ? null : (
            <AuthorButton
              action="suspend"
              author={{ ...reply, replyId: reply.id }}
              about={`reply by ${reply.anonymousUsername}`}
            />
          )
        }
      >
        <Button
          variant="outline"
          aria-disabled={!isOpen || undefined}
          onClick={() => settle(false)}
        >
          Decline
        </Button>
        <Button
          aria-keyshortcuts="A"
          aria-disabled={!isOpen || undefined}
          onClick={() => settle(true)}
        >
          Approve
        </Button>
      </DecisionBar>
    </Card>
  )
}
