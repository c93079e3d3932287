import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Story } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AuthorMenu } from '#web/features/admin/author-menu.tsx'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { activeStoriesQuery, refreshStory, STORIES_PER_PAGE } from '#web/features/admin/queries.ts'
import { unpublishing, unpublishSubject } from '#web/features/admin/queue/story-decisions.ts'
import { StoryBody, StoryFacts } from '#web/features/admin/story-parts.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { AUTHOR_TOLD, ReasonDialog } from '#web/features/rules/reason-dialog.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { decide, forgetDone, sendDecisions, undo, useDecisionStatus } from '#web/lib/undo.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText } from '#web/lib/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Longest search text, as in the contract. */
const MAX_SEARCH = 200

export async function loadActiveStories({
  client,
  search: { page = 1, q = '' },
}: AdminLoad<{ page?: number; q?: string }>): Promise<void> {
  await prefetch(client, activeStoriesQuery({ page, q }))
}

/** The approved stories, newest first. */
export function ActiveStoriesPanel(): ReactElement {
  const { page, q } = useAdminAddress()
  const stories = useQuery(activeStoriesQuery({ page, q }))
  useEffect(() => () => void sendDecisions(), [])
  // A story in a fresh list is published, so an earlier decision about it no longer counts.
  useEffect(() => (stories.data ? forgetDone() : undefined), [stories.data])
  return (
    <section aria-labelledby="active-stories" className="flex flex-col gap-5">
      <h2 id="active-stories" className="sr-only">
        Active stories
      </h2>
      <SearchFilter label="Search active stories" maxLength={MAX_SEARCH} />
      <PagedList
        list={stories}
        pageSize={STORIES_PER_PAGE}
        noun="stories"
        entryHeight="h-64"
        empty={<EmptyState message="No active stories found" />}
        renderEntry={(story) => <ActiveStoryCard story={story} />}
      />
    </section>
  )
}

/** A published story with the actions of an administrator. */
function ActiveStoryCard({ story }: { story: Story }): ReactElement {
  return (
    <Card className="flex flex-col gap-4">
      <header className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-2">
          <h3 dir="auto" className="wrap-anywhere">
            <Link
              to="/flow"
              search={{ story: story.id }}
              className="text-ink underline-offset-4 hover:underline"
            >
              {story.title}
            </Link>
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
            <StoryFacts story={story} date={story.createdAt} />
          </div>
        </div>
        {story.mine ? null : (
          <div className="-me-2 -mt-2 shrink-0">
            <AuthorMenu
              author={{ storyId: story.id }}
              about={story.title}
              actions={['warn', 'suspend']}
            />
          </div>
        )}
      </header>
      <StoryBody story={story} fold="short" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <StoryTags story={story} />
        <div className="flex flex-wrap gap-3">
          <DeleteButton story={story} />
          <UnpublishButton story={story} />
        </div>
      </div>
    </Card>
  )
}

/** Asks first, for the reason that the author is told. */
function DeleteButton({ story }: { story: Story }): ReactElement {
  const draftKey = reasonDraftKey('removal', { memberId: useMember().id, storyId: story.id })
  const [isAsking, setIsAsking] = useState(false)
  const removing = useAction({
    call: (reason?: string) =>
      call(storyCalls.remove, { params: { id: story.id }, body: reason ? { reason } : undefined }),
    done: 'Story deleted successfully',
    onDone: () => forgetText(draftKey),
    failed: (error) => ({ title: `Failed to delete story: ${sentenceOf(error)}` }),
    refresh: (client) => refreshStory(client, story.id),
  })
  const handleAsk = (): void => {
    removing.reset()
    setIsAsking(true)
  }
  const whatHappens = `“${isolated(story.title)}” will be deleted for everyone, with its replies and reactions.`
  const question = {
    title: 'Delete this story?',
    confirmLabel: 'Delete Story',
    isDestructive: true,
    isBusy: removing.isPending,
    failure: removing.failure,
    isOpen: isAsking,
    onOpenChange: (isOpen: boolean) => (removing.isPending ? undefined : setIsAsking(isOpen)),
  }
  return (
    <>
      <Button
        variant="outline"
        className="text-destructive"
        aria-label={`Delete Story: ${story.title}`}
        onClick={handleAsk}
      >
        Delete Story
      </Button>
      {story.mine ? (
        <ConfirmDialog
          {...question}
          description={`${whatHappens} This can’t be undone.`}
          onConfirm={() => removing.run(undefined, () => setIsAsking(false))}
        />
      ) : (
        <ReasonDialog
          {...question}
          description={`${whatHappens} ${AUTHOR_TOLD}`}
          draftKey={draftKey}
          limit={STORY_LIMITS.reason}
          onConfirm={(reason) => removing.run(reason, () => setIsAsking(false))}
        />
      )}
    </>
  )
}

function UnpublishButton({ story }: { story: Story }): ReactElement {
  const queryClient = useQueryClient()
  const status = useDecisionStatus(unpublishSubject(story))
  const [isUndone, setIsUndone] = useState(false)
  const handleUndo = (): void => {
    setIsUndone(true)
    undo(unpublishSubject(story))
  }
  if (status) {
    return (
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
    )
  }
  return (
    <Button
      ref={isUndone ? takeLostFocus : undefined}
      variant="outline"
      aria-label={`Unpublish: ${story.title}`}
      onClick={() => decide([unpublishing(queryClient, story)])}
    >
      Unpublish
    </Button>
  )
}

/** The tags of a published story, with a form to change them. */
function StoryTags({ story }: { story: Story }): ReactElement {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  if (form === 'open') return <TagsForm story={story} onClose={() => setForm('closed')} />
  const label = story.tags.length > 0 ? 'Edit tags' : 'Add tags'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {story.tags.map((tag) => (
        <Badge key={tag}>
          <bdi>#{tag}</bdi>
        </Badge>
      ))}
      <Button
        ref={form === 'closed' ? takeLostFocus : undefined}
        variant="ghost"
        size="sm"
        aria-label={`${label}: ${story.title}`}
        onClick={() => setForm('open')}
      >
        <Pencil aria-hidden size={16} />
        {label}
      </Button>
    </div>
  )
}

function TagsForm({ story, onClose }: { story: Story; onClose: () => void }): ReactElement {
  const [tags, setTags] = useState(story.tags)
  const [version] = useState(story.version)
  const saving = useAction({
    call: () =>
      call(storyCalls.setTags, {
        params: { id: story.id },
        body: { tags, version },
        describe: (value) => ({ Tags: value.tags.join(', ') || 'None' }),
      }),
    done: 'Tags saved successfully',
    failed: 'Failed to add tags',
    onDone: onClose,
    refresh: (client) =>
      Promise.all([refreshStory(client, story.id), client.invalidateQueries(tagsQuery)]),
  })
  return (
    <div
      ref={takeLostFocus}
      tabIndex={-1}
      className="flex w-full flex-col gap-4 rounded-lg bg-ground p-4"
    >
      <TagPicker selected={tags} onSelect={setTags} />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={saving.isPending} onClick={() => saving.run()}>
          Save tags
        </Button>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
