import type { ReactElement } from 'react'
import type { Mood } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { cn } from '#web/lib/cn.ts'

interface MoodEmojiProps {
  mood: Mood
  className: string
  /** No word stands beside it: a device without emoji shows the beginning of its own. */
  isAlone?: boolean
}

/** The picture of a mood, for the eye alone. */
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
