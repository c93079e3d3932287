import type { ReactElement } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

interface QueryErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Why a query failed, with a retry button. Renders nothing if it didn't fail. */
export function QueryError({ query }: QueryErrorProps): ReactElement | null {
  const { error, isFetching, refetch } = query
  if (!error) return null
  return (
    <ErrorState
      message={sentenceOf(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
