import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Story } from '#contract/stories.ts'
import { ownStoriesQuery, pageCountOf } from '#web/features/dashboard/queries.ts'
import { statusBadgeOf } from '#web/features/stories/story-labels.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/counted.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface OwnStoriesProps {
  /** Starts at 1. */
  page: number
  onPageChange: (page: number) => void
}

/** The member's own stories in every state, newest first. */
export function OwnStoriesCard(props: OwnStoriesProps): ReactElement {
  return (
    <Card aria-labelledby="stories-title">
      <CardHeader>
        <CardTitle id="stories-title">Recent Stories</CardTitle>
      </CardHeader>
      <OwnStories {...props} />
    </Card>
  )
}

function OwnStories({ page, onPageChange }: OwnStoriesProps): ReactElement {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ownStoriesQuery(page))
  const search = useSearch({ from: '/dashboard' })
  if (error && !data) return <QueryError query={{ error, isFetching, refetch }} />
  if (!data) return <LoadingRows />
  if (data.total === 0) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-ink-quiet">You haven't shared any stories yet.</p>
        <Button asChild variant="outline">
          <Link to="/flow" search={{ tab: 'exit' }}>
            Share your first story
          </Link>
        </Button>
      </div>
    )
  }
  const pageCount = pageCountOf(data.total)
  if (data.items.length === 0) {
    const last = pageCount > 1 ? pageCount : undefined
    return (
      <Navigate
        to="/dashboard"
        search={(search) => ({ ...search, page: last })}
        replace
        resetScroll={false}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <StoryRows stories={data} isOld={isPlaceholderData} />
      <Pagination
        address={{ name: 'page', search }}
        label="Pages of your stories"
        page={page}
        pageCount={pageCount}
        onPageChange={onPageChange}
      />
    </div>
  )
}

function StoryRows({ stories, isOld }: { stories: Page<Story>; isOld: boolean }): ReactElement {
  return (
    <ul aria-busy={isOld} className={cn('-my-4 divide-y divide-line', isOld && 'opacity-60')}>
      {stories.items.map((story) => (
        <OwnStoryRow key={story.id} story={story} />
      ))}
    </ul>
  )
}

function LoadingRows(): ReactElement {
  return (
    <div role="status" aria-label="Loading your stories" className="-my-4 divide-y divide-line">
      {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex flex-col gap-2 py-4">
          <Skeleton className={cn('h-6', width)} />
          <Skeleton className="h-5 w-1/3" />
        </div>
      ))}
    </div>
  )
}

function OwnStoryRow({ story }: { story: Story }): ReactElement {
  const state = statusBadgeOf(story)
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start justify-between gap-3">
        <Link
          to="/flow"
          search={{ story: story.id }}
          dir="auto"
          className="min-w-0 font-medium text-ink underline-offset-4 hover:underline"
        >
          {story.title}
        </Link>
        <Badge variant={state.variant} className="shrink-0">
          {state.label}
        </Badge>
      </div>
      <StoryFacts story={story} />
      {story.status === 'rejected' ? <ReturnNote story={story} /> : null}
    </li>
  )
}

function StoryFacts({ story }: { story: Story }): ReactElement {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
      {story.audioState ? <span>Voice story</span> : null}
      <RelativeTime date={story.createdAt} />
      {story.replyCount > 0 ? <span>{counted(story.replyCount, 'reply', 'replies')}</span> : null}
    </p>
  )
}

/** Why a story was returned, with a link to edit it. */
function ReturnNote({ story }: { story: Story }): ReactElement {
  return (
    <div className="rounded-lg bg-sand px-4 py-3">
      <p dir="auto" className="whitespace-pre-line">
        {story.rejectionReason}
      </p>
      <Link
        to="/flow"
        search={{ story: story.id }}
        className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
      >
        Edit and submit again
      </Link>
    </div>
  )
}
