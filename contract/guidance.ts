import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, PageQuery, requiredText, Version } from './fields.ts'
import { Claim } from './review.ts'

export const GUIDANCE_LIMITS = {
  content: 5_000,
  response: 10_000,
  /** Why a second person on the team gave an answer back. */
  returnReason: 1_000,
  /** Hours in which a sent response can be changed. */
  editHours: 24,
} as const

/** The five categories (member document, section 3). */
export const GUIDANCE_CATEGORIES = [
  'faith',
  'mindset',
  'purpose',
  'business',
  'relationships',
] as const
export const GuidanceCategory = z.enum(GUIDANCE_CATEGORIES, 'Category is required')
export type GuidanceCategory = z.infer<typeof GuidanceCategory>

export const GuidanceContent = requiredText({
  required: 'Enter your request',
  max: GUIDANCE_LIMITS.content,
  tooLong: 'Requests must be 5,000 characters or less',
})

export const GuidanceResponse = requiredText({
  required: 'Please enter a response',
  missing: 'Response is required',
  max: GUIDANCE_LIMITS.response,
  tooLong: 'Responses must be 10,000 characters or less',
})

export const GuidanceReturnReason = requiredText({
  required: 'Enter what should change',
  max: GUIDANCE_LIMITS.returnReason,
  tooLong: 'Reasons must be 1,000 characters or less',
})

/** The one follow-up question after an answer. */
export const FollowUp = z.object({
  content: z.string(),
  createdAt: Instant,
  responseContent: z.string().nullable(),
  respondedAt: Instant.nullable(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** A request as its writer sees it. */
export const GuidanceRequest = z.object({
  id: z.int(),
  category: GuidanceCategory,
  content: z.string(),
  createdAt: Instant,
  /** Whether the author said in it that they are under 18. */
  isMinor: z.boolean(),
  /** Null until it is answered. */
  responseContent: z.string().nullable(),
  respondedAt: Instant.nullable(),
  followUp: FollowUp.nullable(),
  /** Answered, and no follow-up yet. */
  canFollowUp: z.boolean(),
})
export type GuidanceRequest = z.infer<typeof GuidanceRequest>

/** An answer that a second person on the team reads before it is sent. Its author doesn't see it. */
export const ProposedResponse = z.object({
  responseContent: z.string(),
  /** Who wrote it; null if their account is gone. */
  anonymousUsername: z.string().nullable(),
  mine: z.boolean(),
  /** Why it was given back to be changed; null while it waits for the second person. */
  returnReason: z.string().nullable(),
})
export type ProposedResponse = z.infer<typeof ProposedResponse>

/** A request as administrators see it. Nothing in it identifies who asked. */
export const AdminGuidanceRequest = GuidanceRequest.omit({ canFollowUp: true }).extend({
  isHidden: z.boolean(),
  /** Since when it has been waiting for an answer; null if everything in it is answered. */
  waitingSince: Instant.nullable(),
  /** Share of the response time goal that has passed, 1 at its end; null if nothing is waiting. */
  promiseUsed: z.number().nullable(),
  claim: Claim.nullable(),
  /** Until when the latest response can be changed; null when it cannot. */
  editableUntil: Instant.nullable(),
  /** Whether an answer now waits for a second person: its author is a minor, and there is one. */
  needsSecondReader: z.boolean(),
  /** That to the open question. */
  proposed: ProposedResponse.nullable(),
  /** Earlier versions of the latest response, newest first. */
  history: z.array(z.object({ responseContent: z.string(), replacedAt: Instant })),
  /** That of the proposed response or, if there is none, of the latest one. */
  version: z.string(),
})
export type AdminGuidanceRequest = z.infer<typeof AdminGuidanceRequest>

export const GuidanceQuestion = z.object({
  content: GuidanceContent,
  category: GuidanceCategory,
  /** The author says that they are under 18. */
  isMinor: z.boolean().optional(),
  key: z.uuid().optional(),
})

export const guidanceEndpoints = {
  ask: defineEndpoint({
    method: 'POST',
    path: '/api/guidance',
    who: 'member',
    summary: 'Asks the guidance team, anonymously. The same key returns the same request.',
    body: GuidanceQuestion,
    response: GuidanceRequest,
    status: 201,
    maxBodyBytes: bodyBytesFor(GUIDANCE_LIMITS.content),
  }),
  listOwn: defineEndpoint({
    method: 'GET',
    path: '/api/guidance/my-requests',
    who: 'member',
    ownerOnly: true,
    summary: "The caller's requests: the newest answer first, then waiting ones, newest first.",
    query: PageQuery,
    response: z.array(GuidanceRequest),
    paged: true,
    topics: ['guidance'],
    noStore: true,
  }),
  followUp: defineEndpoint({
    method: 'POST',
    path: '/api/guidance/:id/follow-up',
    who: 'member',
    ownerOnly: true,
    summary: 'Asks a follow-up question in an answered request of the caller.',
    params: IdParams,
    body: z.object({ content: GuidanceContent }),
    response: GuidanceRequest,
    status: 201,
    maxBodyBytes: bodyBytesFor(GUIDANCE_LIMITS.content),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/guidance/:id',
    who: 'member',
    ownerOnly: true,
    summary: 'Deletes a request of the caller with its answers.',
    params: IdParams,
    response: null,
  }),
  answerTime: defineEndpoint({
    method: 'GET',
    path: '/api/guidance/answer-time',
    who: 'member',
    summary: 'How long an answer usually takes.',
    /** Median hours of the last answers; null until there are five. */
    response: z.object({
      hours: z.number().nullable(),
      /** Whether two people on the team can read an answer to a minor. */
      hasTwoReaders: z.boolean(),
    }),
    topics: ['guidance'],
  }),
  listAll: defineEndpoint({
    method: 'GET',
    path: '/api/admin/guidance',
    who: 'guidance',
    summary: 'Requests: unanswered ones oldest first, then answered ones newest first.',
    query: PageQuery.extend({
      hidden: z.enum(['true', 'false']).optional(),
      state: z.enum(['waiting', 'answered']).optional(),
    }),
    response: z.array(AdminGuidanceRequest),
    paged: true,
    noStore: true,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/api/admin/guidance/:id',
    who: 'guidance',
    summary: 'One request, also if it is hidden.',
    params: IdParams,
    response: AdminGuidanceRequest,
    noStore: true,
  }),
  respond: defineEndpoint({
    method: 'POST',
    path: '/api/admin/guidance/:id/respond',
    who: 'guidance',
    summary:
      'Answers the open question of a request, or changes the latest answer within a day. An answer to a minor waits for a second person, if there is one.',
    params: IdParams,
    body: z.object({
      responseContent: GuidanceResponse,
      /**
       * The request's `waitingSince` as the caller read it: a time to answer the open question,
       * null to change the latest answer. 409 if it has changed since. If left out, only the
       * caller's own latest answer can be changed.
       */
      waitingSince: Instant.nullable().optional(),
      version: Version,
    }),
    response: AdminGuidanceRequest,
    maxBodyBytes: bodyBytesFor(GUIDANCE_LIMITS.response),
  }),
  sendProposed: defineEndpoint({
    method: 'POST',
    path: '/api/admin/guidance/:id/proposed/send',
    who: 'guidance',
    summary: 'Sends the proposed response of another administrator. 409 if it was changed.',
    params: IdParams,
    body: z.object({ version: z.string() }),
    response: AdminGuidanceRequest,
  }),
  returnProposed: defineEndpoint({
    method: 'POST',
    path: '/api/admin/guidance/:id/proposed/return',
    who: 'guidance',
    summary: 'Gives the proposed response of another administrator back to be changed.',
    params: IdParams,
    body: z.object({ version: z.string(), reason: GuidanceReturnReason }),
    response: AdminGuidanceRequest,
    maxBodyBytes: bodyBytesFor(GUIDANCE_LIMITS.returnReason),
  }),
  toggleVisibility: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/guidance/:id/toggle-visibility',
    who: 'guidance',
    summary:
      "Hides a request from the team's list or shows it again. With `isHidden`, 409 if it already has that value.",
    params: IdParams,
    body: z.object({ isHidden: z.boolean('Choose whether it is hidden.').optional() }),
    response: z.object({ id: z.int(), isHidden: z.boolean() }),
  }),
}
