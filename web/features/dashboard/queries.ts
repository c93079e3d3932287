import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { Story } from '#contract/stories.ts'
import { call } from '#web/lib/api.ts'
import { firstMorningCalls, storyCalls } from '#web/lib/calls.gen.ts'
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
    queryKey: [storyCalls.list.path, query],
    queryFn: ({ signal }): Promise<Page<Story>> => call(storyCalls.list, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** At least 1, even without stories. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** Fetched on every visit, because the steps are taken on other pages. */
export const firstMorningQuery = endpointQuery(firstMorningCalls.get, { staleTime: 0 })
