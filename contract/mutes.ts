import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { IdParams, Instant } from './fields.ts'

/** How many community usernames a member can mute. */
export const MOST_MUTES = 500

/** A community username whose stories, replies and prayer requests the caller has muted. */
export const Mute = z.object({
  id: z.uuid(),
  /** Null while the caller can read nothing by them. */
  anonymousUsername: z.string().nullable(),
  mutedAt: Instant,
})
export type Mute = z.infer<typeof Mute>

export const muteEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/mutes',
    who: 'member',
    summary: 'The community usernames that the caller has muted, newest first: at most 500.',
    response: z.array(Mute),
    noStore: true,
  }),
  muteStoryAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/stories/:id/mute',
    who: 'member',
    summary: 'Mutes the author of a story. A second time changes nothing. Nobody is notified.',
    params: IdParams,
    response: null,
  }),
  muteReplyAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/stories/replies/:id/mute',
    who: 'member',
    summary: 'Mutes the author of a reply. A second time changes nothing. Nobody is notified.',
    params: IdParams,
    response: null,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/mutes/:id',
    who: 'member',
    summary: 'Removes a mute. A second time changes nothing.',
    params: z.object({ id: z.uuid('This mute does not exist.') }),
    response: null,
  }),
}
