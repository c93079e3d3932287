import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { StoryHistoryEntry } from '#contract/review.ts'
import { storyHistoryQuery } from '#web/features/admin/queue/queries.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const WORDS: Record<StoryHistoryEntry['kind'], string> = {
  submitted: 'Submitted',
  resubmitted: 'Submitted again',
  approved: 'Approved',
  returned: 'Returned to its author',
  unpublished: 'Unpublished',
  reported: 'Reported',
  kept: 'Kept after a report',
  warned: 'Author warned',
}

/** What has happened to a story so far. Fetched when it is opened. */
export function StoryHistory({ storyId }: { storyId: number }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure summary="History" className="border-b-0" onOpenChange={setIsOpen}>
      {isOpen ? <Entries storyId={storyId} /> : null}
    </Disclosure>
  )
}

function Entries({ storyId }: { storyId: number }): ReactElement {
  const history = useQuery(storyHistoryQuery(storyId))
  if (history.isLoadingError) return <QueryError query={history} />
  if (!history.data) return <Skeleton className="h-20" />
  return (
    <ol aria-label="History of this story" className="flex flex-col gap-3">
      {history.data.map(({ kind, at, reason, anonymousUsername }) => (
        <li key={`${kind} ${at}`} className="flex flex-col gap-1 border-l-3 border-line pl-4">
          <p>
            {WORDS[kind]}
            {anonymousUsername ? ` by ${anonymousUsername}` : ''} ·{' '}
            <span className="text-ink-quiet">
              <RelativeTime date={at} />
            </span>
          </p>
          {reason ? <p className="whitespace-pre-wrap text-ink-quiet">{reason}</p> : null}
        </li>
      ))}
    </ol>
  )
}
