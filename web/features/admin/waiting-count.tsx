import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { pendingStoriesKey, pendingStoriesQuery } from '#web/features/admin/queries.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { Badge } from '#web/ui/badge.tsx'

/** How many stories wait for approval. Nothing when none does. */
export function WaitingCount(): ReactElement | null {
  const { data } = useQuery(pendingStoriesQuery)
  useRefreshOn('review', pendingStoriesKey)
  if (!data || data.total === 0) return null
  return (
    <Badge variant="gold">
      {data.total}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
}
