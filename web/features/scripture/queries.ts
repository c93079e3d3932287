import { queryOptions } from '@tanstack/react-query'
import { scriptureEndpoints } from '#contract/scripture.ts'
import { call, urlOf } from '#web/lib/api.ts'

/**
 * A whole chapter, such as `John 3`: whichever of its verses are asked for, the same answer serves,
 * and what surrounds them is there without another call.
 */
export function chapterQuery(chapter: string) {
  const params = { reference: chapter }
  return queryOptions({
    queryKey: [urlOf(scriptureEndpoints.read, { params })],
    queryFn: ({ signal }) => call(scriptureEndpoints.read, { params, signal }),
  })
}
