import type { ReactElement } from 'react'
import type { Mood } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { cn } from '#web/lib/cn.ts'

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
