import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Which of a newcomer's first three steps are done, and the story that the last one opens. */
export const FirstMorning = z.object({
  /** Has a journal entry. */
  hasMood: z.boolean(),
  /** Has checked off an action, fixed or personal. */
  hasAction: z.boolean(),
  /** Has reacted or replied to a story. */
  hasEncouraged: z.boolean(),
  /** The newest story of somebody else that nobody has answered; null if there is none. */
  quietStoryId: z.int().nullable(),
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
