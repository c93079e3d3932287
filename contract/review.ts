import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { Id, IdParams, Instant, limitedText, PageQuery } from './fields.ts'
import { STORY_LIMITS } from './story-limits.ts'
import { AuditLogEntry } from './users.ts'

/** Minutes that a claim lasts. */
export const CLAIM_MINUTES = 30

/** A claim by an administrator, who is shown by community username. */
export const Claim = z.object({
  mine: z.boolean(),
  anonymousUsername: z.string(),
  until: Instant,
})
export type Claim = z.infer<typeof Claim>

/**
 * The subjects that wait for a decision, each with its own queue. A reply is a first one. The id of a
 * transcript is that of its story.
 */
export const CLAIMABLE = [
  'story',
  'report',
  'reply',
  'prayer',
  'transcript',
  'guidance',
  'application',
  'notice',
  'second-look',
] as const
export type Claimable = (typeof CLAIMABLE)[number]

const Subject = z.enum(CLAIMABLE, 'There is no such queue.')
const ClaimParams = z.object({ subject: Subject, id: Id })

/** The latest decision about something under review. */
export const ReviewDecision = z.object({
  action: z.string(),
  mine: z.boolean(),
  /** The administrator's; null if the account was deleted. */
  anonymousUsername: z.string().nullable(),
  decidedAt: Instant,
})
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** Something that happened to a story. */
export const StoryHistoryEntry = z.object({
  kind: z.enum([
    'submitted',
    'resubmitted',
    'approved',
    'returned',
    'unpublished',
    'reported',
    'kept',
    'warned',
  ]),
  at: Instant,
  /** Why it was returned or reported, or what its author or those who reported it were told. */
  reason: z.string().nullable(),
  /** The administrator's; null if an author or a member did it, because they stay anonymous. */
  anonymousUsername: z.string().nullable(),
})
export type StoryHistoryEntry = z.infer<typeof StoryHistoryEntry>

/** A first reply waiting for review. Only the community username identifies its author. */
export const HeldReply = z.object({
  id: z.int(),
  storyId: z.int(),
  storyTitle: z.string(),
  content: z.string(),
  anonymousUsername: z.string(),
  createdAt: Instant,
  claim: Claim.nullable(),
})
export type HeldReply = z.infer<typeof HeldReply>

/** Read by the author of what is removed. */
export const RemovalReason = limitedText({
  missing: 'The reason must be text',
  max: STORY_LIMITS.reason,
  tooLong: 'The reason must be 2,000 characters or less',
}).optional()

export const reviewEndpoints = {
  listHeld: defineEndpoint({
    method: 'GET',
    path: '/api/admin/replies/held',
    who: 'stories',
    summary: 'First replies waiting for review, oldest first.',
    query: PageQuery,
    response: z.array(HeldReply),
    paged: true,
  }),
  reviewHeld: defineEndpoint({
    method: 'POST',
    path: '/api/admin/replies/:id/review',
    who: 'stories',
    summary:
      'Publishes a first reply that is waiting for review, or deletes it. Its author is told the reason.',
    params: IdParams,
    body: z.object({ approved: z.boolean('Approve or decline it.'), reason: RemovalReason }),
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.reason),
    response: null,
  }),
  claim: defineEndpoint({
    method: 'POST',
    path: '/api/admin/review/:subject/:id/claim',
    who: 'admin',
    summary:
      'Tells the other administrators that the caller is deciding about something. Needs the right to decide about it.',
    params: ClaimParams,
    response: Claim,
  }),
  release: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/review/:subject/:id/claim',
    who: 'admin',
    summary: "Releases the caller's claim. Needs the right to decide about it.",
    params: ClaimParams,
    response: null,
  }),
  decided: defineEndpoint({
    method: 'GET',
    path: '/api/admin/review/:subject/decided',
    who: 'admin',
    summary:
      'What the team decided in a queue, newest first: what, how, why, when and by whom. Needs the right to decide there.',
    params: z.object({ subject: Subject }),
    query: PageQuery,
    response: z.array(AuditLogEntry),
    paged: true,
  }),
  storyHistory: defineEndpoint({
    method: 'GET',
    path: '/api/admin/stories/:id/history',
    who: 'stories',
    summary:
      'What happened to a story since it was submitted, oldest first: its latest 100 events.',
    params: IdParams,
    response: z.array(StoryHistoryEntry),
  }),
  lastDecision: defineEndpoint({
    method: 'GET',
    path: '/api/admin/decisions/:subject/:id',
    who: 'admin',
    summary:
      'The latest decision about something and reports about it, and who made it; null if there is none. Needs the right to decide about it.',
    params: z.object({ subject: Subject.exclude(['report']), id: Id }),
    response: ReviewDecision.nullable(),
  }),
}
