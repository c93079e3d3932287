import type { Queryable } from '#server/db/connect.ts'
import { walkRows } from '#server/db/page.ts'

/** Ticks of the fixed actions. */
export function walkOwnTicks(db: Queryable, memberId: string): AsyncIterable<object> {
  const ticks = db
    .selectFrom('actionTick')
    .select(['day as date', 'actionType as action', 'finishedLater'])
    .where('memberId', '=', memberId)
  return walkRows(ticks, ['day', 'actionType'])
}

/** Personal actions; a removed one has no text. */
export function walkOwnActions(db: Queryable, memberId: string): AsyncIterable<object> {
  const actions = db
    .selectFrom('personalAction')
    .select(['personalActionId as id', 'content', 'createdAt', 'removedAt'])
    .where('memberId', '=', memberId)
  return walkRows(actions, ['personalActionId'])
}

/** Ticks of personal actions, ordered by day. */
export function walkOwnActionTicks(db: Queryable, memberId: string): AsyncIterable<object> {
  const ticks = db
    .selectFrom('personalActionTick')
    .select(['personalActionId as actionId', 'day as date', 'finishedLater'])
    .where('memberId', '=', memberId)
  return walkRows(ticks, ['day', 'personalActionId'])
}

export function walkOwnTriviaAnswers(db: Queryable, memberId: string): AsyncIterable<object> {
  const answers = db
    .selectFrom('triviaAnswer')
    .innerJoin('trivia', 'trivia.triviaId', 'triviaAnswer.triviaId')
    .select([
      'triviaAnswer.day as date',
      'trivia.question',
      'triviaAnswer.answer',
      'triviaAnswer.isCorrect',
      'triviaAnswer.answeredAt',
    ])
    .where('triviaAnswer.memberId', '=', memberId)
  return walkRows(answers, ['triviaAnswer.day'])
}
