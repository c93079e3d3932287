import type { ReactElement } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

interface QueryErrorProps {
  /** What failed to load, such as 'your stories', where no heading says so. */
  what?: string | undefined
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Why a query failed, with a retry button. Renders nothing if it didn't fail. */
export function QueryError({ what, query }: QueryErrorProps): ReactElement | null {
  const { error, isFetching, refetch } = query
  if (!error) return null
  return (
    <ErrorState
      title={what && <p className="-mb-2 text-lg font-semibold">We couldn’t load {what}</p>}
      message={sentenceOf(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
