import type { GuidanceCategory } from '#contract/guidance.ts'

const DAY_HOURS = 24

export const GUIDANCE_CATEGORY_LABELS: Record<GuidanceCategory, string> = {
  faith: 'Faith',
  mindset: 'Mindset',
  purpose: 'Purpose',
  business: 'Business',
  relationships: 'Relationships',
}

/** Hours as an upper limit in words: 'an hour', '5 hours', 'a day', '3 days'. */
export function withinWords(hours: number): string {
  const whole = Math.max(1, Math.ceil(hours))
  if (whole < DAY_HOURS) return whole === 1 ? 'an hour' : `${whole} hours`
  const days = Math.ceil(hours / DAY_HOURS)
  return days === 1 ? 'a day' : `${days} days`
}

/**
 * When an answer can be expected, as a sentence: from the measured answer time, else from the
 * community's goal. Undefined if neither is known.
 */
export function answerTimeSentence(input: {
  measuredHours: number | null | undefined
  promisedHours: number | undefined
}): string | undefined {
  const { measuredHours, promisedHours } = input
  if (typeof measuredHours === 'number')
    return `Usually answered within ${withinWords(measuredHours)}.`
  if (promisedHours === undefined) return undefined
  return `We aim to answer within ${withinWords(promisedHours)}.`
}
