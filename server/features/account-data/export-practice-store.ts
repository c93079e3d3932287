import { sql } from 'kysely'
import type { ActionType } from '#contract/actions.ts'
import type { Queryable } from '#server/db/connect.ts'

/** Rows per query, so that the export's memory use doesn't grow with the account. */
const PAGE = 200

export interface OwnTickRow {
  day: string
  actionType: ActionType
  finishedLater: boolean
}

/** Ticks of the fixed actions. */
export function listOwnTicks(
  db: Queryable,
  memberId: string,
  last: OwnTickRow | undefined,
): Promise<OwnTickRow[]> {
  let query = db
    .selectFrom('actionTick')
    .select(['day', 'actionType', 'finishedLater'])
    .where('memberId', '=', memberId)
  if (last) {
    query = query.where(
      sql<boolean>`(day, action_type) > (${last.day}::date, ${last.actionType}::action_type)`,
    )
  }
  return query.orderBy('day').orderBy('actionType').limit(PAGE).execute()
}

export interface OwnActionRow {
  personalActionId: number
  /** Empty if the action was removed. */
  content: string
  createdAt: Date
  removedAt: Date | null
}

export function listOwnActions(
  db: Queryable,
  memberId: string,
  last: OwnActionRow | undefined,
): Promise<OwnActionRow[]> {
  return db
    .selectFrom('personalAction')
    .select(['personalActionId', 'content', 'createdAt', 'removedAt'])
    .where('memberId', '=', memberId)
    .where('personalActionId', '>', last?.personalActionId ?? 0)
    .orderBy('personalActionId')
    .limit(PAGE)
    .execute()
}

export interface OwnActionTickRow {
  personalActionId: number
  day: string
  finishedLater: boolean
}

/** Ticks of personal actions, ordered by day. */
export function listOwnActionTicks(
  db: Queryable,
  memberId: string,
  last: OwnActionTickRow | undefined,
): Promise<OwnActionTickRow[]> {
  let query = db
    .selectFrom('personalActionTick')
    .select(['personalActionId', 'day', 'finishedLater'])
    .where('memberId', '=', memberId)
  if (last) {
    query = query.where(
      sql<boolean>`(day, personal_action_id) > (${last.day}::date, ${last.personalActionId})`,
    )
  }
  return query.orderBy('day').orderBy('personalActionId').limit(PAGE).execute()
}

export interface OwnTriviaAnswerRow {
  day: string
  question: string
  answer: string
  isCorrect: boolean
  answeredAt: Date
}

export function listOwnTriviaAnswers(
  db: Queryable,
  memberId: string,
  last: OwnTriviaAnswerRow | undefined,
): Promise<OwnTriviaAnswerRow[]> {
  let query = db
    .selectFrom('triviaAnswer')
    .innerJoin('trivia', 'trivia.triviaId', 'triviaAnswer.triviaId')
    .select([
      'triviaAnswer.day',
      'trivia.question',
      'triviaAnswer.answer',
      'triviaAnswer.isCorrect',
      'triviaAnswer.answeredAt',
    ])
    .where('triviaAnswer.memberId', '=', memberId)
  if (last) query = query.where('triviaAnswer.day', '>', last.day)
  return query.orderBy('triviaAnswer.day').limit(PAGE).execute()
}
