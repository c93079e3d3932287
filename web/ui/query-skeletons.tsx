import type { ComponentProps, ReactElement } from 'react'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

interface QuerySkeletonsProps extends ComponentProps<typeof Skeletons> {
  query: ComponentProps<typeof QueryError>['query']
}

/** Shown while a query has no data: placeholders, or why it failed, with a retry button. */
export function QuerySkeletons({ query, ...rest }: QuerySkeletonsProps): ReactElement {
  return query.error ? <QueryError query={query} /> : <Skeletons {...rest} />
}
