import type { Mood } from '#contract/moods.ts'

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
