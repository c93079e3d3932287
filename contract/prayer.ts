import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, limitedText, PageQuery, requiredText, Version } from './fields.ts'
import { PRAYER_LIMITS } from './prayer-limits.ts'
import { Claim } from './review.ts'
import { RejectionReason, ReportBody, SuspensionReason } from './stories.ts'

/** A prayer request as other members see it. No answer says how many have prayed. */
export const PrayerRequest = z.object({
  id: z.int(),
  content: z.string(),
  anonymousUsername: z.string(),
  mine: z.boolean(),
  /** Whether the caller has prayed for it on their logical day. */
  isPrayedToday: z.boolean(),
  /** The author's line about the answer. */
  answer: z.string().nullable(),
  /** Null until it is answered. */
  answeredAt: Instant.nullable(),
  approvedAt: Instant,
  canReport: z.boolean(),
  canMute: z.boolean(),
  /** Whether the caller has muted its author. */
  isMuted: z.boolean(),
})
export type PrayerRequest = z.infer<typeof PrayerRequest>

export const PrayerStatus = z.enum(['pending', 'approved', 'rejected', 'ended', 'answered'])
export type PrayerStatus = z.infer<typeof PrayerStatus>

/** A prayer request as its author sees it. */
export const OwnPrayerRequest = z.object({
  id: z.int(),
  content: z.string(),
  status: PrayerStatus,
  /** Why the request, or the line about its answer, needs a change. */
  rejectionReason: z.string().nullable(),
  /** Whether somebody has prayed for it; nobody learns who or how many. */
  wasPrayedFor: z.boolean(),
  /** Null until it is approved. */
  endsAt: Instant.nullable(),
  canEdit: z.boolean(),
  canRenew: z.boolean(),
  canEnd: z.boolean(),
  canAnswer: z.boolean(),
  answeredAt: Instant.nullable(),
  answer: z.string().nullable(),
  answerState: z.enum(['pending', 'approved', 'rejected']).nullable(),
  createdAt: Instant,
  version: z.string(),
})
export type OwnPrayerRequest = z.infer<typeof OwnPrayerRequest>

/** A prayer request waiting for the team. Only the community username identifies its author. */
export const PrayerReview = z.object({
  id: z.int(),
  /** The decision to make: about a new or changed request, a line about an answer, or reports. */
  kind: z.enum(['request', 'answer', 'report']),
  content: z.string(),
  answer: z.string().nullable(),
  anonymousUsername: z.string(),
  mine: z.boolean(),
  isHidden: z.boolean(),
  /** The reasons of the open reports. */
  reasons: z.array(z.string()),
  reportCount: z.int(),
  claim: Claim.nullable(),
  /** Identifies the version that was read. */
  submittedAt: Instant,
  waitingSince: Instant,
})
export type PrayerReview = z.infer<typeof PrayerReview>

const PrayerText = requiredText({
  required: 'Enter your prayer request',
  max: PRAYER_LIMITS.content,
  tooLong: 'Prayer requests must be 500 characters or less',
})

/** Empty for an answer without words. */
const PrayerAnswer = limitedText({
  missing: 'The answer must be text',
  max: PRAYER_LIMITS.answer,
  tooLong: 'The line must be 300 characters or less',
})

/** The `submittedAt` of the text that was read. If it has changed since, the answer is 409. */
const readVersion = { submittedAt: z.iso.datetime('Say when the request was submitted') }

export const prayerEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/prayer-requests',
    who: 'member',
    summary:
      'Open prayer requests, the least prayed for first, or answered ones, newest first: up to 20, and where the next ones begin.',
    query: z.object({
      list: z.enum(['open', 'answered'], 'The list is open or answered.').default('open'),
      /** `next` of the previous answer. */
      after: z
        .string('This page of the list isn’t available anymore. Reload the list.')
        .max(200, 'This page of the list isn’t available anymore. Reload the list.')
        .optional(),
    }),
    response: z.object({
      items: z.array(PrayerRequest),
      /** Null at the end of the list. */
      next: z.string().nullable(),
    }),
  }),
  listOwn: defineEndpoint({
    method: 'GET',
    path: '/api/prayer-requests/mine',
    who: 'member',
    summary: "The caller's own prayer requests in every state, newest first.",
    query: PageQuery,
    response: z.array(OwnPrayerRequest),
    paged: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests',
    who: 'member',
    summary:
      'Asks for prayer; the team reads it first. Three can be open at a time. The same key returns the same request.',
    body: z.object({ content: PrayerText, key: z.uuid('The key is a UUID.').optional() }),
    response: OwnPrayerRequest,
    status: 201,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/api/prayer-requests/:id',
    who: 'member',
    summary: 'Changes the text of the caller’s own request and submits it again.',
    params: IdParams,
    body: z.object({ content: PrayerText, version: Version }),
    response: OwnPrayerRequest,
  }),
  renew: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/renew',
    who: 'member',
    summary:
      'Keeps the caller’s own request in the list for 30 more days, in its last 5 days or once it has ended.',
    params: IdParams,
    response: OwnPrayerRequest,
  }),
  end: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/end',
    who: 'member',
    summary: 'Takes the caller’s own request out of the list.',
    params: IdParams,
    response: OwnPrayerRequest,
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/answer',
    who: 'member',
    summary:
      'Marks the caller’s own request as answered, with or without a line, which the team reads before others do.',
    params: IdParams,
    body: z.object({ answer: PrayerAnswer, version: Version }),
    response: OwnPrayerRequest,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/prayer-requests/:id',
    who: 'member',
    summary: 'Deletes the caller’s own request.',
    params: IdParams,
    response: null,
  }),
  pray: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/pray',
    who: 'member',
    summary:
      'Records that the caller has prayed, once a day. Nothing changes if the request is no longer in the list, or if it was more than 7 days ago.',
    params: IdParams,
    body: z.object({
      /** When the caller prayed, for calls sent later; the server finds the day. */
      madeAt: z.iso.datetime('Enter a moment in UTC.').optional(),
    }),
    response: null,
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/report',
    who: 'member',
    summary: 'Reports a prayer request; two reports hide it until an administrator reviews it.',
    params: IdParams,
    body: ReportBody,
    response: null,
  }),
  mute: defineEndpoint({
    method: 'POST',
    path: '/api/prayer-requests/:id/mute',
    who: 'member',
    summary:
      'Mutes the author of a prayer request. A second time changes nothing. Nobody is notified.',
    params: IdParams,
    response: null,
  }),
  listWaiting: defineEndpoint({
    method: 'GET',
    path: '/api/admin/prayer-requests',
    who: 'stories',
    summary:
      'Prayer requests with something to decide on: new ones, lines about answers and reports, oldest first.',
    query: PageQuery,
    response: z.array(PrayerReview),
    paged: true,
  }),
  approve: defineEndpoint({
    method: 'POST',
    path: '/api/admin/prayer-requests/:id/approve',
    who: 'stories',
    summary: 'Approves everything in a request, and keeps it if it was reported.',
    params: IdParams,
    body: z.object(readVersion),
    response: null,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: '/api/admin/prayer-requests/:id/reject',
    who: 'stories',
    summary: 'Returns a request, or only the line about its answer, to its author with a reason.',
    params: IdParams,
    body: z.object({ ...readVersion, reason: RejectionReason }),
    response: null,
  }),
  withdraw: defineEndpoint({
    method: 'POST',
    path: '/api/admin/prayer-requests/:id/withdraw',
    who: 'stories',
    summary: 'Takes a request out of the lists and puts it back in the queue.',
    params: IdParams,
    response: null,
  }),
  suspendAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/admin/prayer-requests/:id/suspend-author',
    who: 'stories',
    summary: 'Suspends the author of a prayer request without naming them.',
    params: IdParams,
    body: z.object({ reason: SuspensionReason }),
    response: null,
  }),
}
