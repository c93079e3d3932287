import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import { PendingStoryCard } from '#web/features/admin/pending-story-card.tsx'
import { pendingStoriesQuery, STORIES_PER_PAGE } from '#web/features/admin/queries.ts'
import { Reports } from '#web/features/admin/reports.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What has been reported, then the stories that wait for approval, oldest first. */
export function PendingStoriesPanel(): ReactElement {
  const { page } = useAdminAddress()
  const stories = useQuery(pendingStoriesQuery(page))
  return (
    <div className="flex flex-col gap-10">
      <Reports />
      <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
        <h2 id="pending-stories">Waiting for approval</h2>
        <PagedList
          list={stories}
          pageSize={STORIES_PER_PAGE}
          noun="stories"
          entryHeight="h-80"
          empty={<NothingWaits />}
          renderEntry={(story) => <PendingStoryCard story={story} />}
        />
      </section>
    </div>
  )
}

function NothingWaits(): ReactElement {
  return (
    <EmptyState message="No stories are waiting">
      <Button variant="outline" asChild>
        <Link to="/admin" search={{ tab: 'active-stories' }}>
          See active stories
        </Link>
      </Button>
    </EmptyState>
  )
}
