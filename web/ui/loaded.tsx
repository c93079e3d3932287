import type { ReactElement, ReactNode } from 'react'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** For screen readers while it loads, for example "Loading the schedule". */
  label: string
  /** The classes of each placeholder, from top to bottom. */
  rows: readonly string[]
  /** The classes of the placeholders' container. */
  className?: string
  children: (data: T) => ReactNode
}

/** What a query read. Until it has read something: placeholders, or why it failed. */
export function Loaded<T>(props: LoadedProps<T>): ReactElement {
  const { query, children, ...placeholders } = props
  if (query.data !== undefined) return <>{children(query.data)}</>
  return query.error ? <QueryError query={query} /> : <Skeletons {...placeholders} />
}
