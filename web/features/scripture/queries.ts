import { queryOptions } from '@tanstack/react-query'
import { scriptureEndpoints } from '#contract/scripture.ts'
import { call, urlOf } from '#web/lib/api.ts'

/**
 * Fetches a whole chapter, such as `John 3`, so that one response serves all of its verses and the
 * ones around them.
 */
export function chapterQuery(chapter: string) {
  const params = { reference: chapter }
  return queryOptions({
    queryKey: [urlOf(scriptureEndpoints.read, { params })],
    queryFn: ({ signal }) => call(scriptureEndpoints.read, { params, signal }),
  })
}
