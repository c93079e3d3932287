import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import {
  TRANSCRIPTS_PER_PAGE,
  waitingTranscriptsKey,
  waitingTranscriptsQuery,
} from '#web/features/admin/queries.ts'
import { TranscriptItem } from '#web/features/admin/transcripts/transcript-item.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Voice stories that need a transcript or whose transcript needs review, oldest first. */
export function TranscriptsPanel(): ReactElement {
  const { page } = useAdminAddress()
  const list = useQuery(waitingTranscriptsQuery(page))
  useRefreshOn('review', waitingTranscriptsKey)
  return (
    <section aria-labelledby="waiting-transcripts" className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 id="waiting-transcripts">Transcripts</h2>
        <p className="max-w-prose text-ink-quiet">
          Published voice stories whose authors asked for a helper, or changed their transcript.
        </p>
      </header>
      <PagedList
        list={list}
        pageSize={TRANSCRIPTS_PER_PAGE}
        noun="transcripts"
        entryHeight="h-80"
        empty={<EmptyState message="No transcripts are waiting" />}
        renderEntry={(transcript) => <TranscriptItem transcript={transcript} />}
      />
    </section>
  )
}
