import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { MOST_COUNTED, type Today } from '#contract/today.ts'
import { todayQuery } from '#web/features/admin/today/queries.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The number of waiting entries in a queue. Renders nothing if it is empty. */
export function WaitingCount({ queue }: { queue: keyof Today['waiting'] }): ReactElement | null {
  const { data } = useQuery(todayQuery)
  const count = data?.waiting[queue]?.count ?? 0
  if (count === 0) return null
  return (
    <Badge variant={queue === 'reports' ? 'destructive' : 'gold'}>
      {count === MOST_COUNTED ? `${count}+` : count}
      <span className="sr-only"> waiting</span>
    </Badge>
  )
}
