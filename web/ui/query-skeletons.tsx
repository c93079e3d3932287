import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

interface QuerySkeletonsProps extends ComponentProps<typeof Skeletons> {
  query: ComponentProps<typeof QueryError>['query']
}

/** Shown while a query has no data: placeholders, or why it failed, with a retry button. */
export function QuerySkeletons({ query, ...rest }: QuerySkeletonsProps): ReactElement {
  if (!query.error) return <Skeletons {...rest} />
  return <QueryError what={/^Loading (.+)/.exec(rest.label)?.[1]} query={query} />
}

type Placeholders = ComponentProps<typeof QuerySkeletons>

interface LoadedProps<T> extends Omit<Placeholders, 'query' | 'children'> {
  query: Placeholders['query'] & { data: T | undefined }
  children: (data: T) => ReactNode
}

/** Renders the data of a query. While there is none, shows placeholders or why the query failed. */
export function Loaded<T>({ query, children, ...rest }: LoadedProps<T>): ReactElement {
  if (query.data === undefined) return <QuerySkeletons query={query} {...rest} />
  return <>{children(query.data)}</>
}
