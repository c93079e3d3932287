import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { SecondLook } from '#web/features/second-looks/second-look.tsx'
import { StoryDraft, storyDraftKey } from '#web/features/stories/drafts.ts'
import { LazyStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import { statusBadgeOf } from '#web/features/stories/story-labels.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, readDraft } from '#web/lib/drafts.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface OwnStoryProps {
  story: Story
  /** The story as others see it. */
  children: ReactNode
}

/** Adds the author's view to a story: its review status and the form to edit it. */
export function OwnStory({ story, children }: OwnStoryProps): ReactElement {
  const draftKey = storyDraftKey(useMember().id, story.id)
  const [isEditing, setIsEditing] = useStoredState(
    () => readDraft(draftKey, StoryDraft) !== undefined,
    false,
  )
  const stop = (): void => {
    clearDraft(draftKey)
    setIsEditing(false)
  }
  if (isEditing && story.canEdit) {
    return (
      <Card aria-label="Edit your story">
        <LazyStoryForm
          draftKey={draftKey}
          story={story}
          onSaved={stop}
          onQueued={stop}
          close={{ label: 'Cancel', onPress: stop }}
        />
      </Card>
    )
  }
  return (
    <>
      {story.mine ? <UnsentNotice storyId={story.id} /> : null}
      {story.mine ? <StatusNotice story={story} onEdit={() => setIsEditing(true)} /> : null}
      {children}
    </>
  )
}

/** Shown while the latest version of the story is only on this device. */
function UnsentNotice({ storyId }: { storyId: number }): ReactElement | null {
  const { waiting } = useOutbox()
  const url = urlOf(storyCalls.update, { params: { id: storyId } })
  if (!waiting.some((call) => call.method === 'PUT' && call.url === url)) return null
  return (
    <Notice title="Not sent yet">
      <p>Your changes are saved on this device. They’ll be sent when you’re back online.</p>
    </Notice>
  )
}

interface StatusNoticeProps {
  story: Story
  onEdit: () => void
}

function StatusNotice({ story, onEdit }: StatusNoticeProps): ReactElement {
  if (story.status === 'pending') {
    return (
      <Notice title="For Approval">
        <p>Only you and our team can see this story until it’s published.</p>
        {story.canEdit ? <EditButton label="Edit" onPress={onEdit} /> : null}
      </Notice>
    )
  }
  if (story.status === 'rejected') {
    return (
      <Notice title="This story needs a change">
        {story.rejectionReason ? (
          <blockquote
            dir="auto"
            className="mt-1 border-s-2 border-line-strong ps-3 whitespace-pre-wrap"
          >
            {story.rejectionReason}
          </blockquote>
        ) : null}
        <p className="mt-2">Edit it and submit it again.</p>
        {story.canEdit ? <EditButton label="Edit and submit again" onPress={onEdit} /> : null}
        <SecondLook subject="story" id={story.id} />
      </Notice>
    )
  }
  if (story.isHidden) {
    return (
      <Notice title="Hidden for now">
        <p>
          Our team is taking another look. Until then, only you and our team can see this story.
        </p>
      </Notice>
    )
  }
  return <Badge className="-mt-4 self-start">{statusBadgeOf(story).label}</Badge>
}

/** Published stories can't be changed, because people have read and answered them. */
export function DeleteStory({ story }: { story: Story }): ReactElement {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = storyDraftKey(useMember().id, story.id)
  const removing = useAction({
    call: () => call(storyCalls.removeOwn, { params: { id: story.id } }),
    done: 'Story deleted successfully',
    failed: 'Failed to delete story',
    onDone: () => {
      clearDraft(draftKey)
      void navigate({ to: '/flow', search: { tab: 'exit', list: 'mine' }, replace: true })
    },
    refresh: (client) => client.invalidateQueries({ queryKey: [storyCalls.list.path] }),
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mx-3.5 min-h-11 self-start text-destructive"
        onClick={() => setIsOpen(true)}
      >
        Delete Story
      </Button>
      <ConfirmDialog
        title="Delete your story?"
        description={`“${isolated(story.title)}” will be deleted for everyone, with its replies and reactions. This can’t be undone.`}
        confirmLabel="Delete Story"
        isDestructive
        isBusy={removing.isPending}
        failure={removing.failure}
        isOpen={isOpen}
        onOpenChange={(open) => (removing.isPending ? undefined : setIsOpen(open))}
        onConfirm={() => removing.run(undefined)}
      />
    </>
  )
}

function EditButton({ label, onPress }: { label: string; onPress: () => void }): ReactElement {
  return (
    <Button variant="outline" size="sm" className="mt-3" onClick={onPress}>
      {label}
    </Button>
  )
}
