import { z } from 'zod'
import { Email } from './accounts.ts'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, PageQuery, requiredLine, requiredText } from './fields.ts'
import { Claim } from './review.ts'

/** Characters. */
export const NOTICE_LIMITS = { what: 200, place: 500, why: 2_000, answer: 1_000 } as const

/** Something unlawful on this site, reported by anyone. */
export const NewNotice = z.object({
  what: requiredLine({
    required: 'Say what it is.',
    max: NOTICE_LIMITS.what,
    tooLong: 'Please use 200 characters or less.',
  }),
  place: requiredText({
    required: 'Say where it is.',
    max: NOTICE_LIMITS.place,
    tooLong: 'Please use 500 characters or less.',
  }),
  why: requiredText({
    required: 'Say why it is unlawful.',
    max: NOTICE_LIMITS.why,
    tooLong: 'Please use 2,000 characters or less.',
  }),
  /** Where the answer goes; empty for none. */
  email: z.union([z.literal(''), Email], 'Invalid email address').default(''),
  /** Whether somebody's life may be in danger. A form without scripts sends 'on' or nothing. */
  isDanger: z
    .union([z.boolean(), z.enum(['on', ''])])
    .default(false)
    .transform((value) => value === true || value === 'on'),
})
export type NewNotice = z.infer<typeof NewNotice>

/** A notice waiting for an answer. It is deleted with the answer. */
export const Notice = z.object({
  id: z.int(),
  what: z.string(),
  place: z.string(),
  why: z.string(),
  email: z.string(),
  isDanger: z.boolean(),
  createdAt: Instant,
  claim: Claim.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const NoticeAnswer = z.object({
  /** Whether something was removed or changed. */
  acted: z.boolean('Say what you decided.'),
  reason: requiredText({
    required: 'A reason is required.',
    max: NOTICE_LIMITS.answer,
    tooLong: 'Please use 1,000 characters or less.',
  }),
})
export type NoticeAnswer = z.infer<typeof NoticeAnswer>

export const noticeEndpoints = {
  send: defineEndpoint({
    method: 'POST',
    path: '/api/notices',
    who: 'any',
    summary: 'Reports something unlawful on this site to the team. Needs no account.',
    body: NewNotice,
    response: null,
    maxBodyBytes: bodyBytesFor(NOTICE_LIMITS.what + NOTICE_LIMITS.place + NOTICE_LIMITS.why),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/notices',
    who: 'stories',
    summary: 'Notices of something unlawful, those about a danger to life first, then the oldest.',
    query: PageQuery,
    response: z.array(Notice),
    paged: true,
    noStore: true,
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/admin/notices/:id/answer',
    who: 'stories',
    summary:
      'Emails the decision and its reason to the address that was given, and deletes the notice.',
    params: IdParams,
    body: NoticeAnswer,
    response: null,
    maxBodyBytes: bodyBytesFor(NOTICE_LIMITS.answer),
  }),
}
