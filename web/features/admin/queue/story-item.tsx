import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type ReactElement, type SetStateAction, useRef, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { canBeApproved } from '#web/features/admin/moderation.ts'
import { CareCover } from '#web/features/admin/queue/care-cover.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { approval, storySubject } from '#web/features/admin/queue/story-decisions.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { useStanding } from '#web/features/admin/queue/use-standing.ts'
import { StoryBody } from '#web/features/admin/story-body.tsx'
import { StoryHeading } from '#web/features/admin/story-heading.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { SuspendAuthorButton } from '#web/features/stories/suspend-author-button.tsx'
import type { Hardness } from '#web/lib/hard-words.ts'
import { decide } from '#web/lib/undo.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

interface StoryItemProps {
  story: Story
  hardness: Hardness | undefined
  tags: string[]
  onTags: Dispatch<SetStateAction<string[]>>
  onPass: () => void
}

/** A story to decide on. */
export function StoryItem(props: StoryItemProps): ReactElement {
  const { story, hardness, tags, onTags, onPass } = props
  const client = useQueryClient()
  const subject = storySubject(story)
  const standing = useStanding(subject)
  const picker = useRef<HTMLDivElement>(null)
  const [isRejecting, setIsRejecting] = useState(false)
  const [isCovered, setIsCovered] = useState(hardness !== undefined)
  const isOpen = standing === undefined && !isCovered
  const canApprove = isOpen && canBeApproved(story)
  const approve = (): void => {
    if (canApprove) decide([approval(client, { story, tags })])
  }
  useKeys({
    a: approve,
    r: () => (isOpen ? setIsRejecting(true) : undefined),
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
      <CareCover
        hardness={hardness}
        isCovered={isCovered}
        onOpen={() => setIsCovered(false)}
        onPass={onPass}
      >
        <StoryBody story={story} />
        <div ref={picker}>
          <TagPicker selected={tags} onSelect={onTags} />
        </div>
      </CareCover>
      <DecisionBar
        subject={subject}
        standing={standing}
        aside={
          story.mine || isCovered ? null : (
            <SuspendAuthorButton author={{ storyId: story.id }} about={story.title} />
          )
        }
      >
        <RejectDialog
          story={story}
          isDisabled={!isOpen}
          isOpen={isRejecting}
          onOpenChange={setIsRejecting}
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
