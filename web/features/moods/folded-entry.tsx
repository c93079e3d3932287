import type { ReactElement } from 'react'
import type { MoodEntry } from '#contract/moods.ts'
import { EntryMood } from '#web/features/moods/mood-emoji.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * The day's mood with the beginning of its notes; a skeleton while the entry is unknown. The dashboard
 * shows it without loading the panel.
 */
export function FoldedEntry({ entry }: { entry: MoodEntry | undefined }): ReactElement {
  if (!entry) return <Skeleton className="my-2 h-7 w-48" />
  return (
    <div className="flex min-h-11 min-w-0 items-center gap-3">
      <EntryMood mood={entry.mood} />
      {entry.notes ? (
        <blockquote className="min-w-0 truncate text-ink-quiet">{entry.notes}</blockquote>
      ) : null}
    </div>
  )
}
