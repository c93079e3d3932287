export const MOOD_LIMITS = { notes: 2_000 } as const

/** Sentences for an invalid entry. */
export const MOOD_SENTENCES = {
  mood: "Share your mood: Please select how you're feeling before sharing.",
  notes: 'Notes must be 2,000 characters or less',
} as const

/** The seven moods in their order (member document, section 3). */
export const MOODS = [
  'joyful',
  'peaceful',
  'grateful',
  'neutral',
  'anxious',
  'sad',
  'angry',
] as const
