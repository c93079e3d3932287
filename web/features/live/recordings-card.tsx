import { type ReactElement, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RecordingRow } from './recording-row.tsx'
import { RECORDINGS_PER_PAGE, useRecordings } from './room-queries.ts'

/** All recordings, for administrators. */
export function RecordingsCard(): ReactElement {
  return (
    <Card aria-labelledby="live-recordings-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-recordings-title">Recordings</CardTitle>
        <CardDescription>
          Only administrators can listen to a recording until you publish it to members.
        </CardDescription>
      </CardHeader>
      <Recordings />
    </Card>
  )
}

function Recordings(): ReactElement {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, isPlaceholderData, refetch } = useRecordings(page)
  if (!data) {
    return (
      <QuerySkeletons
        query={{ error, isFetching, refetch }}
        label="Loading recordings"
        rows={['h-28', 'h-28']}
        className="flex flex-col gap-4"
      />
    )
  }
  if (data.total === 0) return <EmptyState message="No session has been recorded yet." />
  const pageCount = Math.max(1, Math.ceil(data.total / RECORDINGS_PER_PAGE))
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-busy={isPlaceholderData}
        className={cn('-my-5 divide-y divide-line', isPlaceholderData && 'opacity-60')}
      >
        {data.items.map((recording) => (
          <RecordingRow key={recording.id} recording={recording} />
        ))}
      </ul>
      <Pagination
        label="Pages of recordings"
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        onPageChange={setPage}
      />
    </div>
  )
}
