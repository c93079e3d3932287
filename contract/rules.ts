import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { limitedText, Version } from './fields.ts'

/** Characters of HTML. */
const MOST_RULES = 20_000

/** What everyone here keeps to, as the page `/rules` shows it. */
export const HouseRules = z.object({
  /** Sanitized rich text. */
  html: z.string(),
  /** The headings of the text, each of which names a rule. */
  headings: z.array(z.string()),
  /** Whether they come with the application, because the community hasn't written its own. */
  isBuiltIn: z.boolean(),
})
export type HouseRules = z.infer<typeof HouseRules>

export const HouseRulesInput = z.object({
  /** HTML, which is sanitized. If it has no text, the built-in rules are used. */
  html: limitedText({ max: MOST_RULES, tooLong: 'These rules are too long.' }),
})
export type HouseRulesInput = z.infer<typeof HouseRulesInput>

const SavedRules = HouseRules.extend({ version: z.string() })

/** They are not in the settings, because every page reads those and they should stay small. */
export const ruleEndpoints = {
  read: defineEndpoint({
    method: 'GET',
    path: '/api/rules',
    who: 'any',
    summary: 'The house rules.',
    response: SavedRules,
    topics: ['settings'],
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/admin/rules',
    who: 'settings',
    summary: 'Replaces the house rules; an empty text brings back the built-in ones.',
    body: HouseRulesInput.extend({ version: Version }),
    response: SavedRules,
    maxBodyBytes: bodyBytesFor(MOST_RULES),
  }),
}
