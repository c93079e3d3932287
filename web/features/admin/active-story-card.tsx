import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { unpublishing, unpublishSubject } from '#web/features/admin/queue/story-decisions.ts'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { StoryBody } from '#web/features/admin/story-body.tsx'
import { StoryHeading } from '#web/features/admin/story-heading.tsx'
import { StoryTags } from '#web/features/admin/story-tags.tsx'
import { useRemoveStory } from '#web/features/admin/use-moderation.ts'
import { AuthorButtons } from '#web/features/stories/author-button.tsx'
import { decide, undo } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** A published story with the actions of an administrator. */
export function ActiveStoryCard({ story }: { story: Story }): ReactElement {
  const title = (
    <Link
      to="/flow"
      search={{ story: story.id }}
      className="text-ink underline-offset-4 hover:underline"
    >
      {story.title}
    </Link>
  )
  return (
    <Card className="flex flex-col gap-5">
      <StoryHeading story={story} title={title} date={story.createdAt} />
      <StoryBody story={story} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <StoryTags story={story} />
        <ActiveStoryButtons story={story} />
      </div>
    </Card>
  )
}

function ActiveStoryButtons({ story }: { story: Story }): ReactElement {
  const [isConfirming, setIsConfirming] = useState(false)
  const queryClient = useQueryClient()
  const status = useDecisionStatus(unpublishSubject(story))
  const [isUndone, setIsUndone] = useState(false)
  const handleUndo = (): void => {
    setIsUndone(true)
    undo(unpublishSubject(story))
  }
  const removing = useRemoveStory()
  return (
    <div className="grid grow grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:justify-end">
      {story.mine ? null : (
        <div className="col-span-2 grid grid-cols-2 gap-3 sm:flex">
          <AuthorButtons author={{ storyId: story.id }} about={story.title} />
        </div>
      )}
      {status ? (
        <p
          ref={takeLostFocus}
          tabIndex={-1}
          className="flex min-h-11 flex-wrap items-center gap-x-3 text-ink-quiet"
        >
          {status.label}
          {status.phase === 'done' ? '' : '…'}
          {status.phase === 'waiting' ? (
            <Button variant="link" aria-label={`Undo: ${story.title}`} onClick={handleUndo}>
              Undo
            </Button>
          ) : null}
        </p>
      ) : (
        <Button
          ref={isUndone ? takeLostFocus : undefined}
          variant="outline"
          aria-label={`Unpublish: ${story.title}`}
          onClick={() => decide([unpublishing(queryClient, story)])}
        >
          Unpublish
        </Button>
      )}
      <Button
        variant="outline"
        className="px-3 text-destructive sm:px-5"
        aria-label={`Delete Story: ${story.title}`}
        onClick={() => setIsConfirming(true)}
      >
        Delete Story
      </Button>
      <ConfirmDialog
        title="Delete this story?"
        description={`“${story.title}” will be deleted for everyone, with its replies and reactions. This can’t be undone.`}
        confirmLabel="Delete Story"
        isDestructive
        isBusy={removing.isPending}
        onConfirm={() => removing.mutate(story, { onSettled: () => setIsConfirming(false) })}
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
      />
    </div>
  )
}
