import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Story } from '#contract/stories.ts'
import { pageCountOf, STORIES_PER_PAGE } from '#web/features/stories/flow-search.ts'
import { myStoriesQuery } from '#web/features/stories/queries.ts'
import { ListSkeleton, StoryCard, storyGridClasses } from '#web/features/stories/story-card.tsx'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, fieldsOf } from '#web/lib/shape.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

interface MyStoriesProps {
  /** The story that the reader has just come back from. */
  returnTo: number | undefined
}

/** All of the member's stories, newest first: unsent, in review, returned and published. */
export function MyStories({ returnTo }: MyStoriesProps): ReactElement {
  const search = useSearch({ from: '/flow' })
  const { page = 1 } = search
  const stories = useMyStories(page)
  const unsent = useUnsentTitles()
  const navigate = useNavigate({ from: '/flow' })
  const openPage = (next: number): void =>
    void navigate({ search: { tab: 'exit', list: 'mine', page: next > 1 ? next : undefined } })
  const pageCount = pageCountOf(stories.data?.total ?? 0)
  if (stories.data?.items.length === 0 && page > pageCount) {
    const last = pageCount > 1 ? pageCount : undefined
    return <Navigate to="/flow" search={{ tab: 'exit', list: 'mine', page: last }} replace />
  }
  const waiting = page === 1 ? unsent : []
  const items = stories.data?.items ?? []
  return (
    <section
      aria-labelledby="my-stories"
      aria-busy={stories.isFetching}
      className="flex flex-col gap-5"
    >
      <h2 id="my-stories" className="sr-only">
        My stories
      </h2>
      {stories.data?.total === 0 && unsent.length === 0 ? (
        <EmptyState message="You haven't shared any stories yet." />
      ) : null}
      {waiting.length + items.length > 0 ? (
        <ul className={storyGridClasses}>
          {waiting.map(({ id, title }) => (
            <li
              key={`unsent ${id}`}
              className="flex flex-col gap-3 rounded-xl border border-line border-dashed p-5"
            >
              <p dir="auto" className="line-clamp-3 font-medium">
                {title}
              </p>
              <Badge variant="neutral" className="self-start">
                Not sent yet
              </Badge>
            </li>
          ))}
          {items.map((story) => (
            <li key={story.id}>
              <StoryCard
                story={story}
                filters={{}}
                onFilter={(change) => void navigate({ search: { tab: 'exit', ...change } })}
                isReturn={story.id === returnTo}
                showsPublished
              />
            </li>
          ))}
        </ul>
      ) : null}
      {stories.isPending ? <ListSkeleton /> : null}
      {stories.error && !stories.data ? <QueryError what="your stories" query={stories} /> : null}
      <Pagination
        page={page}
        pageCount={pageCount}
        onPageChange={openPage}
        address={{ name: 'page', search }}
        label="Pages of my stories"
      />
    </section>
  )
}

/**
 * A page of the member's stories. The first page is filled from the query that counts unpublished
 * stories.
 */
function useMyStories(page: number): UseQueryResult<Page<Story>> {
  const { data: latest } = useQuery(myStoriesQuery(LATEST))
  const first = latest && { ...latest, items: latest.items.slice(0, STORIES_PER_PAGE) }
  return useQuery({
    ...myStoriesQuery({ page, pageSize: STORIES_PER_PAGE }),
    placeholderData: (previous) => (page === 1 ? first : previous),
  })
}

const Titled = fieldsOf<{ title: string }>({ title: aText })

/** The member's latest stories, in which unpublished ones are counted. */
export const LATEST = { page: 1, pageSize: 20 }

/** How many of the member's stories are not published yet, in words such as '2 in review, 1 needs a change'. */
export function useWaitingCounts(): { count: number; label: string } {
  const { data } = useQuery(myStoriesQuery(LATEST))
  const unsent = useUnsentTitles().length
  const countOf = (status: string): number =>
    data?.items.filter((story) => story.status === status).length ?? 0
  const [pending, returned] = [countOf('pending'), countOf('rejected')]
  const parts = [
    unsent > 0 ? `${unsent} not sent yet` : undefined,
    pending > 0 ? `${pending} in review` : undefined,
    returned > 0 ? `${returned} ${returned === 1 ? 'needs' : 'need'} a change` : undefined,
  ]
  return { count: unsent + pending + returned, label: parts.filter(Boolean).join(', ') }
}

/** The stories that are kept on this device until they can be sent. */
function useUnsentTitles(): { id: number; title: string }[] {
  const { waiting } = useOutbox()
  return waiting
    .filter(({ method, url }) => method === 'POST' && url === storyCalls.create.path)
    .map(({ id, body }) => ({ id, title: Titled.safeParse(body).data?.title ?? 'Your story' }))
}
