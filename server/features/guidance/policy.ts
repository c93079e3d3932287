import { HOUR_MS } from '#contract/durations.ts'
import { GUIDANCE_LIMITS } from '#contract/guidance.ts'

/** A question of a request. Lists of them are in the order in which they were asked. */
export interface QuestionFacts {
  /** Null until it is answered. */
  respondedAt: Date | null
}

/** The question that is waiting for an answer, if any. */
export function openQuestion<Question extends QuestionFacts>(
  questions: readonly Question[],
): Question | undefined {
  return questions.find(({ respondedAt }) => respondedAt === null)
}

/** The question that was answered last, if any. */
export function latestAnswered<Question extends QuestionFacts>(
  questions: readonly Question[],
): Question | undefined {
  return questions.findLast(({ respondedAt }) => respondedAt !== null)
}

/** Whether the author can ask a follow-up: there is only the first question, and it is answered. */
export function canFollowUp(questions: readonly QuestionFacts[]): boolean {
  return questions.length === 1 && openQuestion(questions) === undefined
}

/**
 * Until when the latest answer can be changed; null if a question is open or it is too late. An
 * answer to a minor stays as two people have read it.
 */
export function editableUntil(input: {
  isMinor: boolean
  questions: readonly QuestionFacts[]
  now: Date
}): Date | null {
  const { isMinor, questions, now } = input
  const respondedAt = latestAnswered(questions)?.respondedAt
  if (isMinor || !respondedAt || openQuestion(questions)) return null
  const until = new Date(respondedAt.getTime() + GUIDANCE_LIMITS.editHours * HOUR_MS)
  return now <= until ? until : null
}

/** The share of the promised time that has passed; above 1 if late, null if no question is open. */
export function promiseUsed(input: {
  waitingSince: Date | null
  promiseHours: number
  now: Date
}): number | null {
  const { waitingSince, promiseHours, now } = input
  if (!waitingSince) return null
  // This node's clock may be slightly behind the one that wrote the time.
  return Math.max(0, (now.getTime() - waitingSince.getTime()) / (promiseHours * HOUR_MS))
}
