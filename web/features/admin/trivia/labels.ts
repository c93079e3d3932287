import { TriviaSubject } from '#contract/trivia.ts'

export const SUBJECT_LABELS: Record<TriviaSubject, string> = {
  bible: 'Bible',
  business: 'Business',
  growth: 'Personal growth',
}

export const SUBJECTS = TriviaSubject.options

/** How many answered today. */
export function answeredLabel(count: number): string {
  if (count === 0) return 'Nobody has answered today yet.'
  return count === 1 ? '1 member has answered today.' : `${count} members have answered today.`
}

/** What another question means to those who answered and to everyone else. */
export function regenerateWords(count: number): string {
  const stays = count === 1 ? 'That answer stays' : 'Their answers stay'
  const rest = count === 0 ? 'Everyone gets' : `${stays}; everyone else gets`
  return `${answeredLabel(count)} ${rest} a new question.`
}
