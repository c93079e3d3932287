import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { ReviewQueue } from '#contract/review.ts'
import type { Right } from '#contract/rights.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { readActions } from '../audit/read.ts'
import type { AuditAction } from '../audit/service.ts'

/** The right that a queue's decisions need, and the decisions. */
export const DECISIONS: Record<ReviewQueue, { right: Right; actions: readonly AuditAction[] }> = {
  stories: { right: 'stories', actions: ['story-approved', 'story-rejected', 'story-withdrawn'] },
  reports: { right: 'stories', actions: ['report-kept', 'story-removed', 'reply-removed'] },
  replies: { right: 'stories', actions: ['reply-approved', 'reply-declined'] },
  prayer: { right: 'stories', actions: ['prayer-approved', 'prayer-returned', 'prayer-withdrawn'] },
  transcripts: {
    right: 'stories',
    actions: ['transcript-written', 'transcript-approved', 'transcript-returned'],
  },
  guidance: {
    right: 'guidance',
    actions: ['guidance-answered', 'guidance-answer-changed', 'guidance-hidden', 'guidance-shown'],
  },
  applications: { right: 'people', actions: ['application-approved', 'application-declined'] },
}

/** The team's decisions in a queue, newest first, for an administrator who may decide there. */
export function readDecided(
  context: Context,
  admin: Admin,
  { queue, ...query }: PageQuery & { queue: ReviewQueue },
): Promise<Page<AuditLogEntry>> {
  return readActions(context, admin, { ...query, actions: DECISIONS[queue].actions })
}
