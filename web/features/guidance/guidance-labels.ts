import type { GuidanceCategory } from '#contract/guidance.ts'

export const GUIDANCE_CATEGORY_LABELS: Record<GuidanceCategory, string> = {
  faith: 'Faith',
  mindset: 'Mindset',
  purpose: 'Purpose',
  business: 'Business',
  relationships: 'Relationships',
}
