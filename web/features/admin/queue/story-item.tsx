import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type ReactElement, type SetStateAction, useRef, useState } from 'react'
import type { PendingStory } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { canBeApproved } from '#web/features/admin/moderation.ts'
import { CareCover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import { ChangedNotice } from '#web/features/admin/queue/changed-notice.tsx'
import { ClaimLine } from '#web/features/admin/queue/claim-line.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import type { ItemProps } from '#web/features/admin/queue/queue.tsx'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { approval, rejection, storySubject } from '#web/features/admin/queue/story-decisions.ts'
import { StoryHistory } from '#web/features/admin/queue/story-history.tsx'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { claimKey, useReviewClaim } from '#web/features/admin/queue/use-review-claim.ts'
import { StoryBody } from '#web/features/admin/story-body.tsx'
import { StoryHeading } from '#web/features/admin/story-heading.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { AuthorButtons } from '#web/features/stories/author-button.tsx'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { decide } from '#web/lib/undo.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

interface StoryItemProps extends ItemProps {
  story: PendingStory
  tags: string[]
  onTags: Dispatch<SetStateAction<string[]>>
}

/** A pending story with its decisions. */
export function StoryItem(props: StoryItemProps): ReactElement {
  const { story, hardness, tags, onTags, onSkip } = props
  const client = useQueryClient()
  const subject = storySubject(story)
  const status = useDecisionStatus(subject)
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId: story.id })
  const picker = useRef<HTMLDivElement>(null)
  const [isRejecting, setIsRejecting] = useState(false)
  /** The author can change the text while it is open. An unread version can't be decided on. */
  const [readVersion, setReadVersion] = useState(story.submittedAt)
  const hasChanged = story.submittedAt !== readVersion
  const cover = useCover(hardness)
  const { isCovered } = cover
  const claiming = useReviewClaim('story', story)
  const isOpen = status === undefined && !isCovered && !hasChanged && story.claim?.mine !== false
  const canApprove = isOpen && canBeApproved(story)
  const approve = (): void => {
    if (canApprove) decide([approval(client, { story, tags })])
  }
  /** Claims the story while a reason is written, so that nobody else decides. */
  const handleRejecting = (next: boolean): void => {
    setIsRejecting(next)
    if (next) claiming.ensure()
  }
  const handleSkip = (): void => {
    if (story.claim?.mine) claiming.release()
    onSkip()
  }
  useKeys({
    a: approve,
    r: () => (isOpen ? handleRejecting(true) : undefined),
    c: status === undefined ? claimKey(story.claim, claiming) : undefined,
    t: () => picker.current?.querySelector<HTMLElement>('button, input')?.focus(),
  })
  return (
    <Card className="flex lg:min-h-[32rem] flex-col gap-5">
      <StoryHeading
        story={story}
        title={isCovered ? 'A story that may be hard to read' : undefined}
        date={story.submittedAt ?? story.createdAt}
        state={<Badge variant="gold">Pending Approval</Badge>}
      />
      <ClaimLine
        claim={story.claim}
        canClaim={status === undefined}
        claiming={claiming}
        name={story.title}
      />
      {hasChanged ? (
        <ChangedNotice noun="story" onRead={() => setReadVersion(story.submittedAt)} />
      ) : null}
      <CareCover {...cover} isDecided={status !== undefined} onSkip={handleSkip}>
        <StoryBody story={story} />
        <StoryHistory storyId={story.id} />
        <div ref={picker}>
          <TagPicker selected={tags} onSelect={onTags} />
        </div>
      </CareCover>
      <DecisionBar
        subject={subject}
        status={status}
        aside={
          story.mine || isCovered ? null : (
            <AuthorButtons author={{ storyId: story.id }} about={story.title} />
          )
        }
      >
        <RejectDialog
          noun="story"
          name={story.title}
          draftKey={draftKey}
          isDisabled={!isOpen}
          isOpen={isRejecting}
          onOpenChange={handleRejecting}
          onReason={(reason, onDone) => decide([rejection(client, { story, reason, onDone })])}
        />
        <Button
          aria-label={`Approve: ${story.title}`}
          aria-keyshortcuts="A"
          aria-disabled={!canApprove || undefined}
          onClick={approve}
        >
          Approve
        </Button>
      </DecisionBar>
    </Card>
  )
}
