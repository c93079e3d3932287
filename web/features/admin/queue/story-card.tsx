import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type ReactElement, type SetStateAction, useRef, useState } from 'react'
import type { PendingStory } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { canBeApproved } from '#web/features/admin/moderation.ts'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { approval, rejection } from '#web/features/admin/queue/story-decisions.ts'
import { StoryHistory } from '#web/features/admin/queue/story-history.tsx'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { StoryBody } from '#web/features/admin/story-body.tsx'
import { StoryHeading } from '#web/features/admin/story-heading.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { AuthorButtons } from '#web/features/stories/author-button.tsx'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { Badge } from '#web/ui/badge.tsx'

interface StoryCardProps {
  story: PendingStory
  review: Review
  tags: string[]
  onTags: Dispatch<SetStateAction<string[]>>
}

/** A pending story with its decisions. */
export function StoryCard({ story, review, tags, onTags }: StoryCardProps): ReactElement {
  const client = useQueryClient()
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId: story.id })
  const picker = useRef<HTMLDivElement>(null)
  const [isRejecting, setIsRejecting] = useState(false)
  const { isOpen, claiming, cover } = review
  const canApprove = isOpen && canBeApproved(story)
  const approve = (): void => review.decide(approval(client, { story, tags }))
  /** Claims the story while a reason is written, so that nobody else decides. */
  const handleRejecting = (next: boolean): void => {
    setIsRejecting(next)
    if (next) claiming.ensure()
  }
  useKeys({
    a: canApprove ? approve : undefined,
    r: isOpen ? () => handleRejecting(true) : undefined,
    t: () => picker.current?.querySelector<HTMLElement>('button, input')?.focus(),
  })
  return (
    <ReviewCard
      review={review}
      noun="story"
      name={story.title}
      heading={
        <StoryHeading
          story={story}
          title={cover.isCovered ? 'A story that may be hard to read' : undefined}
          date={story.submittedAt ?? story.createdAt}
          state={<Badge variant="gold">Pending Approval</Badge>}
        />
      }
      aside={
        story.mine ? null : <AuthorButtons author={{ storyId: story.id }} about={story.title} />
      }
      decisions={
        <>
          <RejectDialog
            noun="story"
            name={story.title}
            draftKey={draftKey}
            isDisabled={!isOpen}
            isOpen={isRejecting}
            onOpenChange={handleRejecting}
            onReason={(reason, onDone) =>
              review.decide(rejection(client, { story, reason, onDone }))
            }
          />
          <DecisionButton
            label="Approve"
            name={story.title}
            shortcut="A"
            isDisabled={!canApprove}
            onPress={approve}
          />
        </>
      }
    >
      <StoryBody story={story} />
      <StoryHistory storyId={story.id} />
      <div ref={picker}>
        <TagPicker selected={tags} onSelect={onTags} />
      </div>
    </ReviewCard>
  )
}
