import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

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
