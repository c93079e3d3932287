import { sql } from 'kysely'
import { type DateText, logicalDate } from '#contract/logical-date.ts'
import type {
  AdminTrivia,
  Trivia,
  TriviaAnswer,
  TriviaQuestion,
  TriviaResult,
} from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { versioned } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { readSettings } from '../settings/service.ts'
import type { QuestionRow } from './bank.ts'

/** The community's logical day. */
export async function communityDay(context: Context): Promise<DateText> {
  const { timeZone } = await readSettings(context.db)
  return logicalDate(context.now(), timeZone)
}

/**
 * Today's question, with the viewer's answer if they gave one. The first reader of the day triggers
 * its choice.
 */
export async function readTrivia(context: Context, viewer: Viewer): Promise<Trivia> {
  const { showing, own } = await getToday(context, viewer)
  return presentTrivia(showing, own)
}

/**
 * Answers today's question, once. Throws `conflict` for a second answer that day, even to a
 * replaced question, and for a question that is no longer today's.
 */
export async function answerTrivia(
  context: Context,
  viewer: Viewer,
  { triviaId, answer }: { triviaId: number; answer: string },
): Promise<TriviaResult> {
  const { showing, own } = await getToday(context, viewer)
  if (own) throw alreadyAnswered()
  if (showing.triviaId !== triviaId) {
    throw new AppError('conflict', 'This question was replaced. Here is the new one.')
  }
  if (!showing.options.includes(answer)) {
    const sentence = 'Choose one of the answers.'
    throw new AppError('invalid_input', sentence, { fields: { answer: sentence } })
  }
  const isCorrect = answer === showing.answer
  const { day } = showing
  const row = { memberId: viewer.id, day, triviaId, answer, isCorrect, answeredAt: context.now() }
  if (!(await insertAnswer(context.db, row))) throw alreadyAnswered()
  return presentResult(showing, isCorrect)
}

async function getToday(
  context: Context,
  viewer: Viewer,
): Promise<{ showing: ShowingRow; own: AnswerRow | null }> {
  const day = await communityDay(context)
  const find = () => findShowing(context.db, { day, memberId: viewer.id })
  const today = (await find()) ?? (await showFirst(context, day, find))
  if (!today) throw noQuestion()
  return today
}

/** Chooses the day's question, or waits for another call that is choosing it, then reads it. */
export async function showFirst<T>(
  context: Context,
  day: DateText,
  find: () => Promise<T>,
): Promise<T> {
  await showQuestion(context.db, { day, revision: 0 })
  return find()
}

export function noQuestion(): AppError {
  return new AppError('not_found', 'There’s no question today.')
}

function alreadyAnswered(): AppError {
  return new AppError('conflict', 'You already submitted an answer for today!')
}

/** The day's question for a member. Only the member's own answer includes the correct one. */
function presentTrivia(showing: ShowingRow, own: AnswerRow | null): Trivia {
  return {
    id: showing.triviaId,
    date: showing.day,
    triviaQuestion: showing.question,
    options: showing.options,
    answered: own && presentAnswer(own),
  }
}

function presentAnswer(own: AnswerRow): TriviaAnswer {
  return {
    triviaId: own.triviaId,
    triviaQuestion: own.question,
    answer: own.given,
    isCorrect: own.isCorrect,
    correctAnswer: own.answer,
    explanation: own.explanation,
    source: own.source,
  }
}

function presentResult(showing: ShowingRow, isCorrect: boolean): TriviaResult {
  const { answer: correctAnswer, explanation, source } = showing
  return { isCorrect, correctAnswer, explanation, source }
}

export function presentAdminTrivia(showing: CountedShowingRow): AdminTrivia {
  return {
    id: showing.triviaId,
    date: showing.day,
    triviaQuestion: showing.question,
    options: showing.options,
    correctAnswer: showing.answer,
    explanation: showing.explanation,
    source: showing.source,
    answeredCount: showing.answeredCount,
    restedCount: showing.restedCount,
  }
}

export function presentQuestion(row: QuestionRow): TriviaQuestion {
  const { triviaQuestionId, builtInKey, lastShownOn, ...question } = row
  const isBuiltIn = builtInKey !== null
  return { ...versioned(question), id: triviaQuestionId, isBuiltIn, lastShownOn }
}

/** A question rests for this many days after it was shown. */
const REST_DAYS = 90

/** A question as it was asked on a day. */
interface ShowingRow {
  triviaId: number
  day: DateText
  question: string
  options: string[]
  answer: string
  explanation: string
  source: string
}

/** The day's question as administrators see it. */
export interface CountedShowingRow extends ShowingRow {
  revision: number
  /** Members who answered on that day. */
  answeredCount: number
  /** The number of enabled questions that have rested. */
  restedCount: number
}

/** A member's answer, with its question. */
interface AnswerRow {
  triviaId: number
  question: string
  given: string
  isCorrect: boolean
  answer: string
  explanation: string
  source: string
}

/**
 * The day's question, and the member's answer that day, which may be to the question it replaced.
 */
async function findShowing(
  db: Queryable,
  { day, memberId }: { day: DateText; memberId: string },
): Promise<{ showing: ShowingRow; own: AnswerRow | null } | undefined> {
  const { rows } = await sql<ShowingRow & { own: AnswerRow | null }>`
    select t.trivia_id, t.day, t.question, t.options, t.answer, t.explanation, t.source, (
      select json_build_object(
        'triviaId', a.trivia_id, 'question', asked.question, 'given', a.answer,
        'isCorrect', a.is_correct, 'answer', asked.answer, 'explanation', asked.explanation,
        'source', asked.source
      )
      from trivia_answer a join trivia asked on asked.trivia_id = a.trivia_id
      where a.member_id = ${memberId} and a.day = t.day
    ) as own
    from trivia t where t.day = ${day}
    order by t.revision desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { own, ...showing } = row
  return { showing, own }
}

/**
 * The day's question, the number of members who answered that day, and the number of questions that
 * have rested.
 */
export async function findCountedShowing(
  db: Queryable,
  day: DateText,
): Promise<CountedShowingRow | undefined> {
  const { rows } = await sql<CountedShowingRow>`
    select trivia_id, day, revision, question, options, answer, explanation, source,
      (select count(*)::int from trivia_answer where day = ${day}) as answered_count,
      (
        select count(*)::int from trivia_question
        where is_enabled
          and (last_shown_on is null or last_shown_on < ${day}::date - ${sql.lit(REST_DAYS)})
      ) as rested_count
    from trivia where day = ${day}
    order by revision desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Shows a question from the bank as the given revision of a day, with shuffled options. Prefers
 * questions not shown for 90 days, of the subject shown longest ago; if there is none, takes the
 * question shown longest ago. Stores nothing and returns undefined if that revision exists, or if
 * the bank has no enabled question other than the day's last one.
 */
export async function showQuestion(
  db: Queryable,
  { day, revision }: { day: DateText; revision: number },
): Promise<{ triviaId: number } | undefined> {
  const { rows } = await sql<{ triviaId: number }>`
    with subject as (
      select subject, max(last_shown_on) as last_shown_on from trivia_question group by subject
    ), chosen as (
      select q.trivia_question_id, q.question, q.options, q.answer, q.explanation, q.source
      from trivia_question q join subject s on s.subject = q.subject,
        lateral (select q.last_shown_on >= ${day}::date - ${sql.lit(REST_DAYS)} as is_recent) rest
      where q.is_enabled and q.trivia_question_id is distinct from (
        select trivia_question_id from trivia where day = ${day} order by revision desc limit 1
      )
      order by coalesce(rest.is_recent, false),
        case when rest.is_recent then q.last_shown_on end,
        s.last_shown_on nulls first, random()
      limit 1
    ), shown as (
      insert into trivia
        (day, revision, trivia_question_id, question, options, answer, explanation, source)
      select ${day}, ${revision}, trivia_question_id, question,
        (select array_agg(option order by random()) from unnest(options) option),
        answer, explanation, source
      from chosen
      on conflict (day, revision) do nothing
      returning trivia_id, trivia_question_id
    ), marked as (
      update trivia_question set last_shown_on = ${day}
      where trivia_question_id in (select trivia_question_id from shown)
    )
    select trivia_id from shown`.execute(db)
  return rows[0]
}

/** Stores a member's answer for the day; false if there already is one. */
async function insertAnswer(
  db: Queryable,
  answer: {
    memberId: string
    day: DateText
    triviaId: number
    answer: string
    isCorrect: boolean
    answeredAt: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('triviaAnswer')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['memberId', 'day']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
