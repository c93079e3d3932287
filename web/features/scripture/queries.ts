import { queryOptions } from '@tanstack/react-query'
import { call, urlOf } from '#web/lib/api.ts'
import { scriptureCalls } from '#web/lib/calls.gen.ts'

/**
 * Fetches a whole chapter, such as `John 3`, so that one response serves all of its verses and the
 * ones around them.
 */
export function chapterQuery(chapter: string) {
  const params = { reference: chapter }
  return queryOptions({
    queryKey: [urlOf(scriptureCalls.read, { params })],
    queryFn: ({ signal }) => call(scriptureCalls.read, { params, signal }),
  })
}
