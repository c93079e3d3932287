import type { TriviaSubject } from '#contract/trivia.ts'

export const SUBJECT_LABELS: Record<TriviaSubject, string> = {
  bible: 'Bible',
  business: 'Business',
  growth: 'Personal growth',
}

/** How many members answered today. */
export function answeredLabel(count: number): string {
  if (count === 0) return 'Nobody has answered today yet.'
  return count === 1 ? '1 member has answered today.' : `${count} members have answered today.`
}

/** The effect of a new question on members who answered and for everyone else. */
export function regenerateWords(count: number): string {
  const stays = count === 1 ? 'That answer is kept' : 'Their answers are kept'
  const rest = count === 0 ? 'Everyone gets' : `${stays}; everyone else gets`
  return `${answeredLabel(count)} ${rest} a new question.`
}

/** Two weeks' worth of questions, which leaves time to write more. */
const FEW_RESTED = 14

/** A warning that the questions are about to repeat; undefined while there are enough. */
export function restedWords(count: number): string | undefined {
  if (count >= FEW_RESTED) return undefined
  if (count === 0) {
    return 'Every active question was shown in the last 90 days, so they repeat. Add more.'
  }
  const left =
    count === 1
      ? '1 active question is left that was'
      : `${count} active questions are left that were`
  return `Only ${left} not shown in the last 90 days. Add more.`
}
