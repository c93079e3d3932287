import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Id, IdParams, Instant, PageQuery } from './fields.ts'
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

/** The subjects that an administrator can claim. The id of a transcript is that of its story. */
export const CLAIMABLE = ['story', 'report', 'prayer', 'transcript', 'guidance'] as const
export type Claimable = (typeof CLAIMABLE)[number]

const ClaimParams = z.object({ subject: z.enum(CLAIMABLE, 'This can’t be claimed.'), id: Id })

/** The queues, each with its own list of decisions. */
export const REVIEW_QUEUES = [
  'stories',
  'reports',
  'replies',
  'prayer',
  'transcripts',
  'guidance',
  'applications',
] as const
export type ReviewQueue = (typeof REVIEW_QUEUES)[number]

/** The kind of content under review. */
const ReviewSubject = z.enum(['story', 'reply', 'prayer'])

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
})
export type HeldReply = z.infer<typeof HeldReply>

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
    summary: 'Publishes a first reply that is waiting for review, or deletes it.',
    params: IdParams,
    body: z.object({ approved: z.boolean('Approve or decline it.') }),
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
    path: '/api/admin/review/:queue/decided',
    who: 'admin',
    summary:
      'What the team decided in a queue, newest first: what, how, why, when and by whom. Needs the right to decide there.',
    params: z.object({ queue: z.enum(REVIEW_QUEUES, 'There is no such queue.') }),
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
    who: 'stories',
    summary:
      'The latest decision about a story, reply or prayer request, and who made it; null if there is none.',
    params: z.object({ subject: ReviewSubject, id: Id }),
    response: ReviewDecision.nullable(),
  }),
  lastGuidanceDecision: defineEndpoint({
    method: 'GET',
    path: '/api/admin/guidance/:id/decision',
    who: 'guidance',
    summary:
      'The latest decision about a guidance request, and who made it; null if there is none.',
    params: IdParams,
    response: ReviewDecision.nullable(),
  }),
}
