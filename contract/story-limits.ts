export const STORY_LIMITS = {
  title: 150,
  content: 20_000,
  reply: 5_000,
  tag: 40,
  tagsPerStory: 20,
  reason: 2_000,
  suspensionReason: 500,
  warning: 1_000,
  reportNote: 500,
  audioBytes: 25 * 1024 * 1024,
  audioSeconds: 600,
} as const

/** The ten categories (member document, section 3). */
export const STORY_CATEGORIES = [
  'purpose',
  'mindset',
  'business',
  'faith',
  'relationships',
  'purpose_qa',
  'mindset_qa',
  'business_qa',
  'faith_qa',
  'relationships_qa',
] as const

export const REACTION_KINDS = ['heart', 'praying_hands', 'raised_hands'] as const

export const REACTION_EMOJI: Record<(typeof REACTION_KINDS)[number], string> = {
  heart: '❤️',
  praying_hands: '🙏',
  raised_hands: '🙌',
}

export const REPLY_SENTENCES = {
  required: 'Reply cannot be empty',
  tooLong: 'Reply must be 5,000 characters or less',
} as const
