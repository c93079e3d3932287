import type { Trivia, TriviaResult } from '#contract/trivia.ts'
import { ApiError } from '#web/lib/api.ts'

/** The server's sentence for a second answer on the same day (member document, section 4). */
export const ALREADY_ANSWERED = 'You already submitted an answer for today!'

/**
 * Shown when the question was replaced after an option was chosen; the same sentence as the
 * server's.
 */
export const REPLACED = 'This question was replaced. Here is the new one.'

/** Times after an answer, in milliseconds (member document, section 9). */
export const TRIVIA_TIMES = { overlay: 2000, alreadyOverlay: 3000, clearing: 2200 } as const

/** The content of the overlay after an answer was sent. */
export type TriviaOutcome =
  | { kind: 'right' }
  | { kind: 'wrong'; correctAnswer: string }
  | { kind: 'already' }

export function outcomeOf({ isCorrect, correctAnswer }: TriviaResult): TriviaOutcome {
  return isCorrect ? { kind: 'right' } : { kind: 'wrong', correctAnswer }
}

export function overlayTime({ kind }: TriviaOutcome): number {
  return kind === 'already' ? TRIVIA_TIMES.alreadyOverlay : TRIVIA_TIMES.overlay
}

/** Whether the question that an option was chosen for has been replaced. */
export function wasReplaced(
  chosen: { triviaId: number } | undefined,
  { id, answered }: Pick<Trivia, 'id' | 'answered'>,
): boolean {
  return chosen !== undefined && chosen.triviaId !== id && answered === null
}

/** Why an answer was refused: already answered, question replaced, or any other reason. */
export function refusalOf(error: unknown): 'already' | 'replaced' | 'other' {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return 'other'
  return error.sentence === ALREADY_ANSWERED ? 'already' : 'replaced'
}
