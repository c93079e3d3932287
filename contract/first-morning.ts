import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Which of a newcomer's first three steps are done, and whom the member could encourage next. */
export const FirstMorning = z.object({
  /** Has a journal entry. */
  hasMood: z.boolean(),
  /** Has checked off an action, fixed or personal. */
  hasAction: z.boolean(),
  /** Has reacted or replied to a story. */
  hasEncouraged: z.boolean(),
  /**
   * Of the newest stories of members that this one has not reacted or replied to: the one that has
   * waited longest for a first reply, otherwise the newest. Null if there is none.
   */
  storyToEncourageId: z.int().nullable(),
})
export type FirstMorning = z.infer<typeof FirstMorning>

export const firstMorningEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/first-morning',
    who: 'member',
    ownerOnly: true,
    summary: "Which of a newcomer's first steps the caller has taken.",
    response: FirstMorning,
  }),
}
