import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { IdParams, Instant } from './fields.ts'

/** How many of a member's messages are listed. */
export const MOST_TEAM_MESSAGES = 100

/** A message from the team to one member: a warning, a removal, or the outcome of a report or a second look. */
export const TeamMessage = z.object({
  id: z.int(),
  kind: z.enum([
    'warning',
    'removal',
    'report-kept',
    'report-removed',
    'second-look-kept',
    'second-look-changed',
  ]),
  about: z.enum(['story', 'reply', 'prayer request', 'account']),
  /** The story that it links to; null if the member can't open it. */
  storyId: z.int().nullable(),
  /** The title of that story, or of a removed one. */
  title: z.string().nullable(),
  /** An administrator's words. */
  words: z.string().nullable(),
  /** What was removed, for 30 days. Its text is null for a recording. */
  removed: z.object({ text: z.string().nullable() }).nullable(),
  isSeen: z.boolean(),
  createdAt: Instant,
})
export type TeamMessage = z.infer<typeof TeamMessage>

export const teamMessageEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/team-messages',
    who: 'member',
    summary: "The team's messages to the caller, newest first: the latest 100.",
    response: z.array(TeamMessage),
    topics: ['notifications'],
  }),
  markSeen: defineEndpoint({
    method: 'POST',
    path: '/api/team-messages/:id/seen',
    who: 'member',
    summary: 'Marks a message as seen. A second time changes nothing.',
    params: IdParams,
    response: null,
  }),
}
