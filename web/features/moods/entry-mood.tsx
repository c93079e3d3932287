import type { ReactElement } from 'react'
import type { Mood } from '#contract/moods.ts'
import { MoodEmoji } from '#web/features/moods/mood-emoji.tsx'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'

/** A mood as an emoji and a word. */
export function EntryMood({ mood }: { mood: Mood }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <MoodEmoji mood={mood} className="text-xl" />
      <span>{MOOD_LABELS[mood].label}</span>
    </span>
  )
}
