import { ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import type { MoodEntry } from '#contract/moods.ts'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood } from '#web/features/moods/entry-mood.tsx'
import { isKept } from '#web/features/moods/recent-moods.ts'
import { KEPT_SENTENCE } from '#web/features/moods/use-share-mood.ts'
import { WriteButton } from '#web/features/moods/write-button.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

interface TodayEntryProps {
  entry: MoodEntry
  /** Whether the form below is open. */
  isEditing: boolean
  formId: string
  onToggle: () => void
  onWrite: () => void
}

/** Today's entry: the notes as a quote, or only the mood. */
export function TodayEntry(props: TodayEntryProps): ReactElement {
  const { entry, isEditing } = props
  return (
    <div className="flex flex-col gap-2">
      {entry.notes ? (
        <>
          <h3>Today's Gratitude</h3>
          <blockquote className="line-clamp-3 max-w-prose sm:line-clamp-2 border-l-3 border-gold pl-4 font-serif text-lg whitespace-pre-line">
            {entry.notes}
          </blockquote>
        </>
      ) : (
        <h3>Today's mood</h3>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <EntryMood mood={entry.mood} />
        <span className="flex items-center gap-1">
          {entry.notes ? <EditToggle {...props} /> : null}
          {isKept(entry) ? null : <DeleteEntry entry={entry} />}
        </span>
      </div>
      {isKept(entry) ? <p className="text-sm text-ink-quiet">{KEPT_SENTENCE}</p> : null}
      {entry.notes || isEditing ? null : <WriteButton onClick={props.onWrite} />}
    </div>
  )
}

function EditToggle({ isEditing, formId, onToggle }: TodayEntryProps): ReactElement {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isEditing}
      aria-controls={isEditing ? formId : undefined}
      aria-label="Edit today's gratitude"
      onClick={onToggle}
    >
      Edit
      <ChevronDown
        aria-hidden
        size={18}
        className={cn('transition-transform', isEditing && 'rotate-180')}
      />
    </Button>
  )
}
