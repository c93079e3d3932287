import type { JoiningMode } from '#contract/joining.ts'

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
