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

/** The first line of a reason that names this rule. */
export function ruleLine(rule: string): string {
  return `Rule: ${rule}${/[.!?]$/.test(rule) ? '' : '.'}`
}

/** Smaller counts aren't shown: they would be about one or two members. */
export const FEWEST_COUNTED = 5
/** 'few' for fewer than five; 'hidden' for a total from which such a count could be worked out. */
const Count = z.union([z.int().min(FEWEST_COUNTED), z.enum(['few', 'hidden'])])
export type Count = z.infer<typeof Count>

/** What the team decided in one year. */
export const RuleNumbers = z.object({
  year: z.int(),
  reviewed: Count,
  refused: Count,
  /** Decisions that a second look reversed. */
  changed: Count,
  /** Half of what waited in this year was decided within so many hours; null for fewer than five. */
  medianHours: z.int().nullable(),
  /** Some of this year's decisions are from before the site measured how long something waits. */
  isMeasuredInPart: z.boolean(),
  /** Refusals whose reason names one of today's rules, in their order. */
  byRule: z.array(z.object({ rule: z.string(), refused: Count })),
})
export type RuleNumbers = z.infer<typeof RuleNumbers>

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
  numbers: defineEndpoint({
    method: 'GET',
    path: '/api/admin/rules/numbers',
    who: 'settings',
    summary: 'How often the team decided by the house rules, in this year or the last one.',
    query: z.object({
      which: z.enum(['this', 'last'], 'Choose this year or the last one.').default('this'),
    }),
    response: RuleNumbers,
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
