import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { wholeNumber } from './fields.ts'
import { LONGEST_LOOK_BACK_MS } from './live-events.ts'

/** The data of `story`: a story that the caller may see, or could see until now. */
export const StoryEvent = z.object({ id: z.int() })
export type StoryEvent = z.infer<typeof StoryEvent>

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
