import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { STORABLE } from './fields.ts'

const MAX_REFERENCE = 60

export const ScripturePassage = z.object({
  /** As it is usually written: `John 3:16–18`. */
  reference: z.string(),
  translation: z.string(),
  /** In order; a verse that this translation leaves out is missing. */
  verses: z.array(z.object({ number: z.int(), text: z.string() })),
})
export type ScripturePassage = z.infer<typeof ScripturePassage>

export const scriptureEndpoints = {
  read: defineEndpoint({
    method: 'GET',
    path: '/api/scripture/:reference',
    who: 'any',
    summary:
      'Verses of one chapter, or all of it, in the World English Bible, by a reference such as John 3:16-18, Ps 23:1, 4 or Jude; 404 for a passage that does not exist.',
    params: z.object({
      reference: z
        .string()
        .trim()
        .min(1, 'Enter a reference.')
        .max(MAX_REFERENCE, 'Enter a reference of at most 60 characters.')
        .regex(STORABLE, 'This reference has a character that isn’t allowed.'),
    }),
    response: ScripturePassage,
    immutable: true,
    topics: [],
  }),
}
