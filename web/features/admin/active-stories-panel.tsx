import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Story } from '#contract/stories.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { activeStoriesQuery, refreshStory, STORIES_PER_PAGE } from '#web/features/admin/queries.ts'
import { unpublishing, unpublishSubject } from '#web/features/admin/queue/story-decisions.ts'
import { StoryBody, StoryHeading } from '#web/features/admin/story-parts.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { AuthorButtons } from '#web/features/stories/author-button.tsx'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { decide, forgetDone, sendDecisions, undo, useDecisionStatus } from '#web/lib/undo.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
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
  const queryClient = useQueryClient()
  const status = useDecisionStatus(unpublishSubject(story))
  const [isUndone, setIsUndone] = useState(false)
  const handleUndo = (): void => {
    setIsUndone(true)
    undo(unpublishSubject(story))
  }
  const removing = useAction({
    call: () => call(storyCalls.remove, { params: { id: story.id } }),
    done: 'Story deleted successfully',
    failed: (error) => ({ title: `Failed to delete story: ${sentenceOf(error)}` }),
    refresh: (client) => refreshStory(client, story.id),
  })
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
      <ActionButton
        size="default"
        className="px-3 text-destructive sm:px-5"
        label="Delete Story"
        entry={story.title}
        action={removing}
        confirm={{
          title: 'Delete this story?',
          description: `“${isolated(story.title)}” will be deleted for everyone, with its replies and reactions. This can’t be undone.`,
          isDestructive: true,
        }}
      />
    </div>
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
