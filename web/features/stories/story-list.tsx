import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback, useRef } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Story } from '#contract/stories.ts'
import {
  filtersOf,
  hasFilters,
  listQueryOf,
  pageCountOf,
  type StoryFilters,
  withFilters,
} from '#web/features/stories/flow-search.ts'
import { storiesQuery } from '#web/features/stories/queries.ts'
import { StoryCard } from '#web/features/stories/story-card.tsx'
import { ActiveFilters, StoryFilterRow } from '#web/features/stories/story-filters.tsx'
import { ListSkeleton, storyGridClasses } from '#web/features/stories/story-grid.tsx'
import { cn } from '#web/lib/cn.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

interface StoryListProps {
  /** The story that the reader has just come back from. */
  returnTo: number | undefined
}

/** The approved stories, newest first. Filters and page are kept in the address. */
export function StoryList({ returnTo }: StoryListProps): ReactElement {
  const search = useSearch({ from: '/flow' })
  const filters = filtersOf(search)
  const stories = useQuery(storiesQuery(listQueryOf(search)))
  const { filter, searchFor, openPage, topRef } = useListAddress()
  const { page = 1 } = search
  const pageCount = pageCountOf(stories.data?.total ?? 0)
  if (stories.data?.items.length === 0 && page > pageCount) {
    const last = pageCount > 1 ? pageCount : undefined
    return <Navigate to="/flow" search={{ ...search, page: last }} replace resetScroll={false} />
  }

  return (
    <section
      ref={topRef}
      aria-labelledby="story-list"
      aria-busy={stories.isFetching}
      className="flex scroll-mt-32 flex-col gap-5"
    >
      <h2 id="story-list" className="sr-only">
        Stories
      </h2>
      <StoryFilterRow filters={filters} onFilter={filter} onSearch={searchFor} />
      <ActiveFilters filters={filters} onFilter={filter} />
      <p role="status" className="sr-only">
        {stories.data && !stories.isPlaceholderData ? countLabel(stories.data.total) : null}
      </p>
      {stories.isPending ? <ListSkeleton /> : null}
      {stories.error && !stories.data ? <QueryError query={stories} /> : null}
      {stories.data ? (
        <>
          <StoryGrid
            stories={stories.data}
            isDimmed={stories.isPlaceholderData}
            filters={filters}
            onFilter={filter}
            returnTo={returnTo}
          />
          <Pagination
            page={page}
            pageCount={pageCount}
            onPageChange={openPage}
            label="Pages of stories"
          />
        </>
      ) : null}
    </section>
  )
}

interface ListAddress {
  filter: (change: StoryFilters) => void
  searchFor: (text: string) => void
  openPage: (page: number) => void
  topRef: React.RefObject<HTMLElement | null>
}

/** Changes the list through the address, so that Back undoes it and the link can be shared. */
function useListAddress(): ListAddress {
  const navigate = useNavigate({ from: '/flow' })
  const topRef = useRef<HTMLElement>(null)
  const filter = useCallback(
    (change: StoryFilters): void => {
      void navigate({ search: (search) => withFilters(search, change), resetScroll: false })
    },
    [navigate],
  )
  const searchFor = useCallback(
    (text: string): void => {
      const change = { q: text || undefined }
      void navigate({
        search: (search) => withFilters(search, change),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const openPage = (page: number): void => {
    void navigate({
      search: (search) => ({ ...search, page: page > 1 ? page : undefined }),
      resetScroll: false,
    })
    topRef.current?.scrollIntoView()
  }
  return { filter, searchFor, openPage, topRef }
}

interface StoryGridProps {
  stories: Page<Story>
  /** Whether the next page is loading. */
  isDimmed: boolean
  filters: StoryFilters
  onFilter: (change: StoryFilters) => void
  returnTo: number | undefined
}

function StoryGrid(props: StoryGridProps): ReactElement {
  const { stories, isDimmed, filters, onFilter, returnTo } = props
  if (stories.items.length === 0) return <NoStories isFiltered={hasFilters(filters)} />
  return (
    <ul className={cn(storyGridClasses, 'transition-opacity', isDimmed && 'opacity-60')}>
      {stories.items.map((story) => (
        <li key={story.id}>
          <StoryCard
            story={story}
            filters={filters}
            onFilter={onFilter}
            isReturn={story.id === returnTo}
          />
        </li>
      ))}
    </ul>
  )
}

/** Has no button to clear the filters, because it is above, next to them. */
function NoStories({ isFiltered }: { isFiltered: boolean }): ReactElement {
  if (isFiltered) return <EmptyState message="No stories match your filters." />
  return <EmptyState message="No stories yet. Yours could be the first." />
}

function countLabel(total: number): string {
  return total === 1 ? '1 story' : `${total} stories`
}
