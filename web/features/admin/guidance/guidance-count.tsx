import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { adminGuidanceKey, adminGuidanceQuery } from '#web/features/admin/guidance/queries.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Without live updates a number behind a tab may be a little old. */
const POLL_MS = 30_000

/** How many requests wait for an answer. Nothing when none does. */
export function GuidanceCount(): ReactElement | null {
  const waiting = adminGuidanceQuery({ filter: 'waiting', page: 1 })
  const { data } = useQuery({ ...waiting, refetchInterval: POLL_MS })
  useRefreshOn('guidance', adminGuidanceKey)
  if (!data || data.total === 0) return null
  return (
    <Badge variant="gold">
      {data.total}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
}
