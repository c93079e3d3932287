import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { Id, IdParams, Instant, PageQuery, requiredText } from './fields.ts'
import { Claim } from './review.ts'

/** Characters. */
export const SECOND_LOOK_LIMITS = { words: 1_000, reason: 1_000 } as const
/** Days after a decision in which its member can ask for a second look. */
export const SECOND_LOOK_DAYS = 30

/**
 * A decision that a second look can be asked about: a returned story or prayer request, a warning, a
 * removal or a suspension.
 */
const SecondLookSubject = z.enum(
  ['story', 'prayer', 'warning', 'removal', 'suspension'],
  'There is no such decision.',
)
export type SecondLookSubject = z.infer<typeof SecondLookSubject>

/** A decision about something of the caller's. One that is older than 30 days is listed only if they asked. */
export const OwnSecondLook = z.object({
  subject: SecondLookSubject,
  /** The story's, the prayer request's or the team message's. */
  id: z.int(),
  state: z.enum(['possible', 'asked', 'answered']),
})
export type OwnSecondLook = z.infer<typeof OwnSecondLook>

const Words = requiredText({
  required: 'Say what we should look at again.',
  max: SECOND_LOOK_LIMITS.words,
  tooLong: 'Please use 1,000 characters or less.',
})

export const NewSecondLook = z.object({ subject: SecondLookSubject, id: Id, words: Words })
export type NewSecondLook = z.infer<typeof NewSecondLook>

/** Why an administrator has to leave the answer to somebody else. */
export const SECOND_LOOK_BLOCKS = {
  decided: 'You made the first decision, so somebody else has to answer.',
  own: 'You asked for this second look, so somebody else has to answer.',
} as const

/** A second look waiting for an answer. Only the community username identifies its member. */
export const SecondLook = z.object({
  id: z.int(),
  subject: SecondLookSubject,
  /** What the decision was about. */
  about: z.enum(['story', 'reply', 'prayer request', 'account']),
  /** The title of the story; null for anything else, and if its author deleted it. */
  title: z.string().nullable(),
  /** The text that was decided about; null if it is gone, and for a voice story without a transcript. */
  text: z.string().nullable(),
  /** The author's line about how their prayer request was answered. */
  answer: z.string().nullable(),
  /** Null if the story is gone: nothing that was removed with or from it can be put back. */
  storyId: z.int().nullable(),
  anonymousUsername: z.string(),
  /** What the member was told; empty for a removal without a reason. */
  reason: z.string(),
  /** Of the administrator who decided; null if the account was deleted. */
  decidedBy: z.string().nullable(),
  decidedAt: Instant,
  /** The member's own. */
  words: z.string(),
  createdAt: Instant,
  /** Why somebody else has to answer: the caller made the decision, or asked. Null if they may answer. */
  block: z.enum(['decided', 'own']).nullable(),
  /** The caller made the decision and may answer, because nobody else has the right to. */
  isAlone: z.boolean(),
  claim: Claim.nullable(),
})
export type SecondLook = z.infer<typeof SecondLook>

export const SecondLookAnswer = z.object({
  changed: z.boolean('Say what you decided.'),
  reason: requiredText({
    required: 'A reason is required.',
    max: SECOND_LOOK_LIMITS.reason,
    tooLong: 'Please use 1,000 characters or less.',
  }),
})
export type SecondLookAnswer = z.infer<typeof SecondLookAnswer>

export const secondLookEndpoints = {
  listOwn: defineEndpoint({
    method: 'GET',
    path: '/api/second-looks',
    who: 'member',
    summary: 'Decisions about something of the caller’s, and whether a second look is possible.',
    response: z.array(OwnSecondLook),
    noStore: true,
  }),
  ask: defineEndpoint({
    method: 'POST',
    path: '/api/second-looks',
    who: 'member',
    summary: 'Asks for a second look at a decision, once, within 30 days.',
    body: NewSecondLook,
    response: null,
    maxBodyBytes: bodyBytesFor(SECOND_LOOK_LIMITS.words),
  }),
  askSuspended: defineEndpoint({
    method: 'POST',
    path: '/api/second-looks/suspension',
    who: 'any',
    summary:
      'Asks for a second look at the suspension of the member whose sign-in was just refused, once, within 30 days.',
    body: z.object({
      /** From the refusal of the sign-in. */
      proof: z.string().max(300),
      words: Words,
    }),
    response: null,
    maxBodyBytes: bodyBytesFor(SECOND_LOOK_LIMITS.words),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/second-looks',
    who: 'stories',
    summary: 'Second looks waiting for an answer, oldest first.',
    query: PageQuery,
    response: z.array(SecondLook),
    paged: true,
    noStore: true,
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/admin/second-looks/:id/answer',
    who: 'stories',
    summary:
      'Keeps or reverses the decision and sends the reason to the member. 409 for whoever decided, unless nobody else can answer.',
    params: IdParams,
    body: SecondLookAnswer,
    response: null,
    maxBodyBytes: bodyBytesFor(SECOND_LOOK_LIMITS.reason),
  }),
}
