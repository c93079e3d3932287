import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { reportsQuery } from '#web/features/admin/queries.ts'
import { ReportCard } from '#web/features/admin/report-card.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What members reported and nobody has looked at. Nothing when there is nothing. */
export function Reports(): ReactElement | null {
  const { data, error, isFetching, refetch } = useQuery(reportsQuery)
  if (error) {
    return (
      <Notice variant="error" title="The reports could not be loaded">
        <p>{sentenceOf(error)}</p>
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          Retry
        </Button>
      </Notice>
    )
  }
  if (!data || data.items.length === 0) return null
  const others = data.total - data.items.length
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports" className="flex items-center gap-3">
        Reports
        <Badge variant="destructive">{data.total}</Badge>
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {data.items.map((report) => (
          <li key={report.id} tabIndex={-1} ref={keepFocusNearby} className="rounded-xl">
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <p className="text-ink-quiet">{others} more appear as you close these.</p>
      ) : null}
    </section>
  )
}
