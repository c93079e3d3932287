import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface LoadMoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** The button below a list that has more pages. */
export function LoadMore({ list }: LoadMoreProps): ReactElement | null {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="outline"
      className="self-center"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Load more
    </Button>
  )
}
