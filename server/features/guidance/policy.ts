import { GUIDANCE_LIMITS } from '#contract/guidance.ts'

const HOUR_MS = 60 * 60_000

/** A question of a request, in the order in which they were asked. */
export interface QuestionFacts {
  /** Null until it is answered. */
  respondedAt: Date | null
}

/** The question that waits for an answer, if there is one. */
export function openQuestion<Question extends QuestionFacts>(
  questions: readonly Question[],
): Question | undefined {
  return questions.find(({ respondedAt }) => respondedAt === null)
}

/** The question that was answered last, if there is one. */
export function latestAnswered<Question extends QuestionFacts>(
  questions: readonly Question[],
): Question | undefined {
  return questions.findLast(({ respondedAt }) => respondedAt !== null)
}

/** Whether its writer can ask once more: the first question is answered and the only one. */
export function canFollowUp(questions: readonly QuestionFacts[]): boolean {
  return questions.length === 1 && openQuestion(questions) === undefined
}

/** Until when the latest answer can be changed; null when something waits or it is too late. */
export function editableUntil(questions: readonly QuestionFacts[], now: Date): Date | null {
  const respondedAt = latestAnswered(questions)?.respondedAt
  if (!respondedAt || openQuestion(questions)) return null
  const until = new Date(respondedAt.getTime() + GUIDANCE_LIMITS.editHours * HOUR_MS)
  return now <= until ? until : null
}

/** Which share of the promised time has passed; null when nothing waits. */
export function promiseUsed(input: {
  waitingSince: Date | null
  promiseHours: number
  now: Date
}): number | null {
  const { waitingSince, promiseHours, now } = input
  if (!waitingSince) return null
  // Another node's clock may be a little behind the one that wrote the time.
  return Math.max(0, (now.getTime() - waitingSince.getTime()) / (promiseHours * HOUR_MS))
}
