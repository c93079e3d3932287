import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { wholeNumber } from './fields.ts'

/**
 * The events that open pages receive. `notification` and `guidance` are about the member's own;
 * administrators also receive `guidance` when something changed for the team, and only they receive
 * `mailings` and `review` (the queues of stories, reports, first replies, prayer requests and
 * applications). `reload` means that changes were missed. Only `story` has data, and no event says
 * what changed.
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

/** In milliseconds: longer than a slow phone takes from a document to its event stream. */
export const LONGEST_LOOK_BACK_MS = 30_000

export const eventEndpoints = {
  listen: defineEndpoint({
    method: 'GET',
    path: '/api/events',
    who: 'member',
    query: z.object({
      /** Also send events for changes within this many milliseconds before the call. */
      lookBack: wholeNumber(
        { min: 0, max: LONGEST_LOOK_BACK_MS },
        'The look-back time is a number of milliseconds, 30,000 at most.',
      ).default(0),
    }),
    summary:
      'Server-Sent Events that tell open pages what to fetch again. The stream ends with the session, and from time to time; reconnect then.',
    response: 'events',
  }),
}
