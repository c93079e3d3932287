import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { canBeApproved } from '#web/features/admin/moderation.ts'
import { RejectDialog } from '#web/features/admin/reject-dialog.tsx'
import { StoryBody } from '#web/features/admin/story-body.tsx'
import { StoryHeading } from '#web/features/admin/story-heading.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { useApproveStory } from '#web/features/admin/use-moderation.ts'
import { SuspendAuthorButton } from '#web/features/stories/suspend-author-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** A story to decide on. Once decided it tells what became of it, until the queue moves on. */
export function PendingStoryCard({ story }: { story: Story }): ReactElement {
  const [tags, setTags] = useState(story.tags)
  const isPending = story.status === 'pending'
  return (
    <Card className="flex flex-col gap-5">
      <StoryHeading
        story={story}
        date={story.submittedAt ?? story.createdAt}
        state={isPending ? <Badge variant="gold">Pending Approval</Badge> : null}
      />
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <StoryBody story={story} />
        {isPending ? <TagPicker selected={tags} onSelect={setTags} /> : null}
      </div>
      {isPending ? <Decision story={story} tags={tags} /> : <Outcome story={story} />}
    </Card>
  )
}

function Decision({ story, tags }: { story: Story; tags: string[] }): ReactElement {
  const approving = useApproveStory()
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-end">
      {story.mine ? null : (
        <div className="col-span-2 grid sm:mr-auto">
          <SuspendAuthorButton author={{ storyId: story.id }} about={story.title} />
        </div>
      )}
      <RejectDialog story={story} isDisabled={approving.isPending} />
      <Button
        aria-label={`Approve: ${story.title}`}
        busy={approving.isPending}
        disabled={!canBeApproved(story)}
        onClick={() => approving.mutate({ story, tags })}
      >
        Approve
      </Button>
    </div>
  )
}

function Outcome({ story }: { story: Story }): ReactElement {
  const isApproved = story.status === 'approved'
  return (
    <p
      ref={takeLostFocus}
      tabIndex={-1}
      className={isApproved ? 'font-medium text-primary' : 'font-medium text-ink-quiet'}
    >
      {isApproved ? '✓ Story Approved' : 'Story rejected and removed'}
    </p>
  )
}
