import { z } from 'zod'
import { type JoiningMode, JoiningSettings } from '#contract/joining.ts'

/** Each mode in one sentence. */
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

/** The form as its controls hold it. */
export const JoiningDraft = z.object({ mode: JoiningSettings.shape.mode })
export type JoiningDraft = z.infer<typeof JoiningDraft>

export function draftOf({ mode }: JoiningSettings): JoiningDraft {
  return { mode }
}
