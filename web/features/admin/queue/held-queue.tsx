import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { HeldReply } from '#contract/review.ts'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { heldQuery } from '#web/features/admin/queries.ts'
import { CareCover } from '#web/features/admin/queue/care-cover.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import { Queue } from '#web/features/admin/queue/queue.tsx'
import { heldDecision, heldSubject } from '#web/features/admin/queue/story-decisions.ts'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { AuthorButton } from '#web/features/stories/author-button.tsx'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { decide } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** First replies waiting for review, decided one at a time. */
export function HeldQueue(): ReactElement {
  const list = useQuery(heldQuery)
  return (
    <Queue
      label="First replies"
      noun="reply"
      list={list}
      rank={({ content }) => (hardnessOf(content) === 'crisis' ? 0 : 1)}
      rowOf={({ content, storyTitle }) => {
        const isHard = hardnessOf(content) !== undefined
        return { title: isHard ? 'May be hard to read' : content, detail: storyTitle, isHard }
      }}
      subjectOf={heldSubject}
      decidedOf={({ id, createdAt }) => ({
        ...{ subject: 'reply', id, since: createdAt },
        actions: ['reply-approved', 'reply-declined', 'reply-removed'],
      })}
      empty={<EmptyState message="No first replies are waiting" />}
      renderItem={(reply, onSkip) => <HeldItem reply={reply} onSkip={onSkip} />}
    />
  )
}

function HeldItem({ reply, onSkip }: { reply: HeldReply; onSkip: () => void }): ReactElement {
  const client = useQueryClient()
  const subject = heldSubject(reply)
  const status = useDecisionStatus(subject)
  const hardness = hardnessOf(reply.content)
  const [isCovered, setIsCovered] = useState(hardness !== undefined)
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
      <CareCover
        hardness={hardness}
        isCovered={isCovered}
        isDecided={status !== undefined}
        onOpen={() => setIsCovered(false)}
        onSkip={onSkip}
      >
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
