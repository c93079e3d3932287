import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * What pages hear of while they are open. `notification` and `guidance` speak of the caller's own;
 * an administrator hears of `guidance` also when something changed for the team, and nobody else of
 * `mailings` and of `review`, the queues of stories and reports. `reload` stands for changes that went by unheard. Only `story` has data, and none of
 * them says what changed.
 */
export const LIVE_EVENTS = [
  'guidance',
  'daily',
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
