import type { ReactElement } from 'react'
import type { Mood } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { cn } from '#web/lib/cn.ts'

/** In colour also where another font of the device has the faces in black and white. */
export const emojiFont = "font-['Apple_Color_Emoji','Segoe_UI_Emoji','Noto_Color_Emoji',sans-serif]"

/** The picture of a mood. Decoration: its word stands beside it. */
export function MoodEmoji({ mood, className }: { mood: Mood; className: string }): ReactElement {
  return (
    <span aria-hidden className={cn(emojiFont, className)}>
      {MOOD_LABELS[mood].emoji}
    </span>
  )
}
