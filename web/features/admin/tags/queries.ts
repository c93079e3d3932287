import type { QueryClient } from '@tanstack/react-query'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { storyListsKey, tagsQuery } from '#web/features/stories/queries.ts'
import { tagCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const managedTagsQuery = endpointQuery(tagCalls.list, fresh)

/** Refetches everything that shows tags. */
export async function refreshTags(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries(managedTagsQuery),
    client.invalidateQueries(tagsQuery),
    client.invalidateQueries({ queryKey: storyListsKey }),
    refreshReview(client),
  ])
}
