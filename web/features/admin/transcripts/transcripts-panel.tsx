import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { waitingTranscriptsQuery } from '#web/features/admin/queue/queries.ts'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import { TranscriptCard } from '#web/features/admin/transcripts/transcript-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Voice stories that need a transcript or whose transcript needs review, oldest first. */
export function TranscriptsPanel(): ReactElement {
  return (
    <section aria-labelledby="waiting-transcripts" className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 id="waiting-transcripts">Transcripts</h2>
        <p className="max-w-prose text-ink-quiet">
          Published voice stories whose authors asked for a helper, or changed their transcript.
        </p>
      </header>
      <ReviewQueue
        label="Transcripts waiting"
        noun="transcript"
        claimable="transcript"
        mayClaim={({ kind, mine }) => kind === 'asked' && !mine}
        list={useQuery(waitingTranscriptsQuery)}
        textOf={({ text }) => text ?? ''}
        rowOf={({ title, kind }) => ({
          title,
          detail: kind === 'asked' ? 'Needs a transcript' : 'To review',
        })}
        subjectOf={({ id, kind, waitingSince }) => `transcript-${id}-${kind}-${waitingSince}`}
        versionOf={({ text, waitingSince }) => (text === null ? null : waitingSince)}
        empty={<EmptyState message="No transcripts are waiting" />}
        renderItem={(transcript, review) => (
          <TranscriptCard transcript={transcript} review={review} />
        )}
      />
    </section>
  )
}
