import type { ReactElement } from 'react'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface MoodLabel {
  emoji: string
  label: string
}

/** How each mood is shown (member document, section 3). */
export const MOOD_LABELS: Record<Mood, MoodLabel> = {
  joyful: { emoji: '😊', label: 'Joyful' },
  peaceful: { emoji: '😌', label: 'Peace' },
  grateful: { emoji: '🙏', label: 'Grateful' },
  neutral: { emoji: '😐', label: 'Meh' },
  anxious: { emoji: '😰', label: 'Anxious' },
  sad: { emoji: '😢', label: 'Sad' },
  angry: { emoji: '😠', label: 'Pissed' },
}

interface MoodEmojiProps {
  mood: Mood
  className: string
  /**
   * Whether no word is next to it. A device without emoji then shows the first letters of the mood.
   */
  isAlone?: boolean
}

/** The emoji of a mood; decorative only. */
export function MoodEmoji({ mood, className, isAlone = false }: MoodEmojiProps): ReactElement {
  const { emoji, label } = MOOD_LABELS[mood]
  return (
    <span
      aria-hidden
      data-word={isAlone ? label.slice(0, 2) : undefined}
      className={cn('emoji', className)}
    >
      {emoji}
    </span>
  )
}

/** A mood as an emoji and a word. */
export function EntryMood({ mood }: { mood: Mood }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <MoodEmoji mood={mood} className="text-xl" />
      <span>{MOOD_LABELS[mood].label}</span>
    </span>
  )
}

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
        <blockquote dir="auto" className="min-w-0 truncate text-ink-quiet">
          {entry.notes}
        </blockquote>
      ) : null}
    </div>
  )
}

interface JournalEntryProps {
  entry: MoodEntry
  /** How long ago, in words. */
  when?: string
}

/** A read-only entry with its day. */
export function JournalEntry({ entry, when }: JournalEntryProps): ReactElement {
  const { locale } = useDates()
  const { date, mood, notes } = entry
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <EntryMood mood={mood} />
        <time dateTime={date} className="text-sm text-ink-quiet">
          {[when, longDay(date, locale)].filter(Boolean).join(' · ')}
        </time>
      </p>
      {notes ? (
        <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line">
          {notes}
        </p>
      ) : null}
    </>
  )
}
