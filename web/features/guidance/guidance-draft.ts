import { z } from 'zod'
import { GuidanceCategory } from '#contract/guidance.ts'

/** A request as entered in its form; the category may be missing. */
export const GuidanceDraft = z.object({
  category: z.union([GuidanceCategory, z.literal('')]),
  content: z.string(),
})
export type GuidanceDraft = z.infer<typeof GuidanceDraft>

export const EMPTY_REQUEST: GuidanceDraft = { category: '', content: '' }

export function isEmptyRequest({ category, content }: GuidanceDraft): boolean {
  return category === '' && content.trim() === ''
}

/** Drafts belong to one member, so another member on the same device does not see them. */
export function guidanceDraftKey(memberId: string): string {
  return `guidance:${memberId}`
}

export function followUpDraftKey(memberId: string, requestId: number): string {
  return `guidance:${memberId}:follow-up:${requestId}`
}
