import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { ActiveStoryCard } from '#web/features/admin/active-story-card.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { activeStoriesQuery, STORIES_PER_PAGE } from '#web/features/admin/queries.ts'
import { forgetDone, sendDecisions } from '#web/lib/undo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Longest search text, as in the contract. */
const MAX_SEARCH = 200

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
