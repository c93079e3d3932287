import { sql } from 'kysely'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'

/** A question rests for this many days after it was shown. */
const REST_DAYS = 90

/** A question as it was asked on a day. */
export interface ShowingRow {
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
export interface AnswerRow {
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
export async function findShowing(
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
export async function insertAnswer(
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
