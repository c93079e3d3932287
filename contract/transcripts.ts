import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, PageQuery, requiredText, Version } from './fields.ts'
import { Claim } from './review.ts'
import { RejectionReason } from './stories.ts'
import { STORY_LIMITS } from './story-limits.ts'
import { TRANSCRIPT_CHOICES } from './transcript-choices.ts'

const TranscriptChoice = z.enum(TRANSCRIPT_CHOICES, 'Choose what happens to the transcript.')

/** A part of a transcript, and when it begins in the recording. */
export const TimedLine = z.object({ startMs: z.int().min(0), text: z.string() })
export type TimedLine = z.infer<typeof TimedLine>

/** The state of the transcript of the caller's own story. */
export const OwnTranscript = z.object({
  /**
   * `none` and `published`: nothing is in progress. `asked`: it waits for a helper. `queued`: it is
   * being drafted. `draft`: only the author sees it, until they confirm it. `review`: the team
   * reads it first.
   */
  state: z.enum(['none', 'published', 'left-out', 'asked', 'queued', 'failed', 'draft', 'review']),
  /** The text of a draft, or of what waits for the team; otherwise null. */
  text: z.string().nullable(),
  /** Why the team returned it. */
  returnReason: z.string().nullable(),
  version: z.string(),
})
export type OwnTranscript = z.infer<typeof OwnTranscript>

/** A transcript waiting for the team. Only the community username identifies its author. */
export const WaitingTranscript = z.object({
  storyId: z.int(),
  kind: z.enum(['asked', 'review']),
  title: z.string(),
  anonymousUsername: z.string(),
  mine: z.boolean(),
  audioUrl: z.string(),
  /** Seconds. */
  audioDuration: z.number().nullable(),
  waveform: z.array(z.number()).nullable(),
  /** The author's text; null if a helper should write it. */
  text: z.string().nullable(),
  /** The transcript that is published now. */
  published: z.string().nullable(),
  claim: Claim.nullable(),
  waitingSince: Instant,
})
export type WaitingTranscript = z.infer<typeof WaitingTranscript>

const TranscriptText = z.object({
  text: requiredText({
    required: 'Enter the transcript.',
    max: STORY_LIMITS.content,
    tooLong: 'The transcript must be 20,000 characters or less',
  }),
})

/** The `waitingSince` of the text that was read. If it has changed since, the answer is 409. */
const ReadVersion = z.iso.datetime('Say which version was read')

export const transcriptEndpoints = {
  speech: defineEndpoint({
    method: 'GET',
    path: '/api/transcripts/speech',
    who: 'member',
    summary: 'The host that drafts transcripts, if one is set up.',
    response: z.object({ host: z.string().nullable() }),
  }),
  lines: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/transcript/lines',
    who: 'any',
    summary: 'The published transcript of a voice story with its times; null without times.',
    params: IdParams,
    response: z.object({ lines: z.array(TimedLine).nullable() }),
    topics: ['stories'],
    shows: 'story',
  }),
  getOwn: defineEndpoint({
    method: 'GET',
    path: '/api/stories/:id/transcript',
    who: 'member',
    summary: 'The state of the transcript of the caller’s own voice story.',
    params: IdParams,
    response: OwnTranscript,
    noStore: true,
  }),
  submit: defineEndpoint({
    method: 'PUT',
    path: '/api/stories/:id/transcript',
    who: 'member',
    summary:
      'Confirm the transcript of the caller’s own voice story. A text that the author wrote for an approved story waits for the team.',
    params: IdParams,
    body: TranscriptText.extend({ version: Version }),
    response: OwnTranscript,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.content),
  }),
  choose: defineEndpoint({
    method: 'POST',
    path: '/api/stories/:id/transcript/choice',
    who: 'member',
    summary: 'Ask for a draft of the transcript of the caller’s own voice story, or leave it out.',
    params: IdParams,
    body: z.object({ choice: TranscriptChoice }),
    response: OwnTranscript,
  }),
  listWaiting: defineEndpoint({
    method: 'GET',
    path: '/api/admin/transcripts',
    who: 'stories',
    summary:
      'Approved voice stories whose transcript waits for a helper or for review, oldest first.',
    query: PageQuery,
    response: z.array(WaitingTranscript),
    paged: true,
    noStore: true,
  }),
  write: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/transcripts/:id',
    who: 'stories',
    summary: 'Sends the author of a story a draft of its transcript. Only they see it.',
    params: IdParams,
    body: TranscriptText,
    response: null,
    maxBodyBytes: bodyBytesFor(STORY_LIMITS.content),
  }),
  approve: defineEndpoint({
    method: 'POST',
    path: '/api/admin/transcripts/:id/approve',
    who: 'stories',
    summary: 'Publishes a transcript as it was read.',
    params: IdParams,
    body: z.object({ waitingSince: ReadVersion }),
    response: null,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: '/api/admin/transcripts/:id/reject',
    who: 'stories',
    summary: 'Returns a transcript to its author with a reason. What was published stays.',
    params: IdParams,
    body: z.object({ reason: RejectionReason, waitingSince: ReadVersion }),
    response: null,
  }),
}
