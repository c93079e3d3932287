import type { QueryClient } from '@tanstack/react-query'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { repliesQuery, storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, freshPage } from '#web/lib/endpoint-query.ts'

export const STORIES_PER_PAGE = 10

/** One page of the approved stories, newest first. */
export function activeStoriesQuery({ page, q }: { page: number; q: string }) {
  const query = { approved: 'true', page, pageSize: STORIES_PER_PAGE, q } as const
  return endpointQuery(storyCalls.list, { query, ...freshPage })
}

/** Refetches what a decision about a story changes: the queue, the lists and the story itself. */
export async function refreshStory(client: QueryClient, storyId: number): Promise<void> {
  await Promise.all([
    refreshReview(client),
    client.invalidateQueries({ queryKey: storyListsKey }),
    client.invalidateQueries({ queryKey: storyQuery(storyId).queryKey }),
    client.invalidateQueries({ queryKey: repliesQuery(storyId).queryKey }),
  ])
}
