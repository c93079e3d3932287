import type { QueryClient } from '@tanstack/react-query'
import type { ManagedTag } from '#contract/tags.ts'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { storyListsKey, tagsQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { tagCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const managedTagsQuery = endpointQuery(tagCalls.list, fresh)

export function renameTag({ tag, name }: { tag: ManagedTag; name: string }): Promise<ManagedTag> {
  return call(tagCalls.rename, { params: { id: tag.id }, body: { name } })
}

export function mergeTag({ tag, into }: { tag: ManagedTag; into: number }): Promise<ManagedTag> {
  return call(tagCalls.merge, { params: { id: tag.id }, body: { into } })
}

export function removeTag(tag: ManagedTag): Promise<undefined> {
  return call(tagCalls.remove, { params: { id: tag.id } })
}

/** Refetches everything that shows tags. */
export async function refreshTags(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries(managedTagsQuery),
    client.invalidateQueries(tagsQuery),
    client.invalidateQueries({ queryKey: storyListsKey }),
    refreshReview(client),
  ])
}
