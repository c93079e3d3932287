import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import { firstMorningEndpoints } from '#contract/first-morning.ts'
import { type Story, storyEndpoints } from '#contract/stories.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Member document, section 9. */
const PAGE_SIZE = 4

/**
 * The member's own stories. Fetched on every visit, because moderation happens elsewhere. The
 * return type is inferred: it carries the type of the data.
 */
export function ownStoriesQuery(page: number) {
  const query = { mine: 'true', page, pageSize: PAGE_SIZE } as const
  return queryOptions({
    queryKey: [storyEndpoints.list.path, query],
    queryFn: ({ signal }): Promise<Page<Story>> => call(storyEndpoints.list, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** At least 1, even without stories. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** Fetched on every visit, because the steps are taken on other pages. */
export const firstMorningQuery = endpointQuery(firstMorningEndpoints.get, { staleTime: 0 })
