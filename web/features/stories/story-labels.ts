import type { ReactionKind, Story, StoryCategory, StoryStatus } from '#contract/stories.ts'

export const CATEGORY_LABELS: Record<StoryCategory, string> = {
  purpose: 'Purpose',
  mindset: 'Mindset',
  business: 'Business',
  faith: 'Faith',
  relationships: 'Relationships',
  purpose_qa: 'Purpose Q&A',
  mindset_qa: 'Mindset Q&A',
  business_qa: 'Business Q&A',
  faith_qa: 'Faith Q&A',
  relationships_qa: 'Relationships Q&A',
}

export const REACTION_LABELS: Record<ReactionKind, string> = {
  heart: 'Heart',
  praying_hands: 'Praying hands',
  raised_hands: 'Raised hands',
}

/** Of stories whose words each listener's device reads aloud. */
export const ANOTHER_VOICE_LABEL = 'Told in another voice'

/** Of stories without a reply. Nobody reads "0 replies". */
export const WAITING_LABEL = 'Waiting for a first reply'

const STATUS_BADGES = {
  pending: { label: 'For Approval', variant: 'gold' },
  approved: { label: 'Published', variant: 'default' },
  rejected: { label: 'Needs a change', variant: 'destructive' },
} as const satisfies Record<StoryStatus, unknown>

const HIDDEN_BADGE = { label: 'Hidden for now', variant: 'neutral' } as const

type StatusBadge = (typeof STATUS_BADGES)[StoryStatus] | typeof HIDDEN_BADGE

/** How the author sees whether others can read a story. */
export function statusBadgeOf({ status, isHidden }: Story): StatusBadge {
  return status === 'approved' && isHidden ? HIDDEN_BADGE : STATUS_BADGES[status]
}
