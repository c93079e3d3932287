import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * The events that open pages receive. `notification` and `guidance` are about the member's own;
 * administrators also receive `guidance` when something changed for the team, and only they receive
 * `mailings` and `review` (the queues of stories, reports, first replies, prayer requests and applications). `reload` stands for changes that were
 * missed. Only `story` has data, and no event says what changed.
 */
export const LIVE_EVENTS = [
  'guidance',
  'daily',
  'prayers',
  'story',
  'notification',
  'settings',
  'live',
  'mailings',
  'review',
  'reload',
] as const
export type LiveEvent = (typeof LIVE_EVENTS)[number]

/** The data of `story`: a story that the caller may see, or could see until now. */
export const StoryEvent = z.object({ id: z.int() })
export type StoryEvent = z.infer<typeof StoryEvent>

export const eventEndpoints = {
  listen: defineEndpoint({
    method: 'GET',
    path: '/api/events',
    who: 'member',
    summary:
      'Server-Sent Events that tell open pages what to ask for again. It ends with the session, and from time to time; connect again then.',
    response: 'events',
  }),
}
