import type { QueryClient } from '@tanstack/react-query'
import { type ManagedTag, tagEndpoints } from '#contract/tags.ts'
import { refreshQueues } from '#web/features/admin/queries.ts'
import { storyListsKey, tagsQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const managedTagsQuery = endpointQuery(tagEndpoints.list, fresh)

export function renameTag({ tag, name }: { tag: ManagedTag; name: string }): Promise<ManagedTag> {
  return call(tagEndpoints.rename, { params: { id: tag.id }, body: { name } })
}

export function mergeTag({ tag, into }: { tag: ManagedTag; into: number }): Promise<ManagedTag> {
  return call(tagEndpoints.merge, { params: { id: tag.id }, body: { into } })
}

export function removeTag(tag: ManagedTag): Promise<undefined> {
  return call(tagEndpoints.remove, { params: { id: tag.id } })
}

/** Refetches everything that shows tags. */
export async function refreshTags(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries(managedTagsQuery),
    client.invalidateQueries(tagsQuery),
    client.invalidateQueries({ queryKey: storyListsKey }),
    refreshQueues(client),
  ])
}
