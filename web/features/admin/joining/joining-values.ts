import { z } from 'zod'
import { JOINING_LIMITS, type JoiningMode, JoiningSettings } from '#contract/joining.ts'

/** The name of each mode, and its meaning in one sentence. */
export const MODE_WORDS: Record<JoiningMode, { name: string; meaning: string }> = {
  open: { name: 'Open', meaning: 'Anyone can create an account.' },
  invited: {
    name: 'By invitation',
    meaning: 'Only people with an invitation link can create an account.',
  },
  asked: {
    name: 'By application',
    meaning: 'Anyone can apply, and your team decides who gets an invitation.',
  },
  closed: { name: 'Closed', meaning: 'Nobody can create an account.' },
}

/** The values of the form controls: number fields contain text. */
export const JoiningDraft = z.object({
  mode: JoiningSettings.shape.mode,
  holdsFirstReply: z.boolean(),
  newcomerDays: z.string(),
  newcomerReplies: z.string(),
  newcomerReports: z.string(),
})
export type JoiningDraft = z.infer<typeof JoiningDraft>

/** What the form sends. 0 days mean that newcomers have no limits. */
export const JoiningValues = z.object({
  mode: JoiningSettings.shape.mode,
  holdsFirstReply: z.boolean(),
  newcomerDays: numberUpTo(JOINING_LIMITS.newcomerDays, 0),
  newcomerReplies: numberUpTo(JOINING_LIMITS.newcomerReplies),
  newcomerReports: numberUpTo(JOINING_LIMITS.newcomerReports),
})
export type JoiningValues = z.infer<typeof JoiningValues>

function numberUpTo(max: number, min = 1) {
  const sentence = `Enter a whole number from ${min} to ${max}.`
  return z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, sentence)
    .transform(Number)
    .pipe(z.int().min(min, sentence).max(max, sentence))
}

export function draftOf(settings: JoiningSettings): JoiningDraft {
  const { mode, holdsFirstReply, newcomerDays, newcomerReplies, newcomerReports } = settings
  return {
    mode,
    holdsFirstReply,
    newcomerDays: String(newcomerDays),
    newcomerReplies: String(newcomerReplies),
    newcomerReports: String(newcomerReports),
  }
}
