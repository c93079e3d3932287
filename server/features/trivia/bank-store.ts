import { type RawBuilder, sql } from 'kysely'
import type { TriviaQuestionInput, TriviaSubject } from '#contract/trivia.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { LibraryQuestion } from '#server/library/types.ts'

/** A question of the bank. */
export interface QuestionRow extends Omit<TriviaQuestionInput, 'isEnabled'> {
  triviaQuestionId: number
  builtInKey: string | null
  isEnabled: boolean
  lastShownOn: string | null
}

const COLUMNS = [
  'triviaQuestionId',
  'builtInKey',
  'subject',
  'question',
  'options',
  'answer',
  'explanation',
  'source',
  'isEnabled',
  'lastShownOn',
] as const

/**
 * Adds the questions that the bank has never had, by their keys; those that were changed or
 * switched off stay as they are. Several nodes may do so at once. Returns how many were added.
 */
export async function insertBuiltIn(
  db: Queryable,
  questions: readonly LibraryQuestion[],
): Promise<number> {
  // Known ones are left out first, or each start would use up their number of ids; and all are
  // taken in one order, or two nodes could wait for each other.
  const { numAffectedRows } = await sql`
    insert into trivia_question
      (built_in_key, subject, question, options, answer, explanation, source)
    select l.key, l.subject, l.question, l.options, l.answer, l.explanation, l.source
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as l (
      key text, subject trivia_subject, question text, options text[], answer text,
      explanation text, source text
    )
    where not exists (select from trivia_question where built_in_key = l.key)
    order by l.key
    on conflict (built_in_key) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

interface QuestionFilter {
  /** Letters that stand somewhere in the question, in any case. */
  q?: string | undefined
  subject?: TriviaSubject | undefined
}

/** One page of the bank, newest first, with the whole count. */
export function listQuestions(
  db: Queryable,
  { filter, ...slice }: Slice & { filter: QuestionFilter },
): Promise<Listed<QuestionRow>> {
  const questions = db
    .selectFrom('triviaQuestion')
    .select(COLUMNS)
    .where(matching(filter))
    .orderBy('triviaQuestionId', 'desc')
  return listSlice(questions, slice)
}

function matching({ q, subject }: QuestionFilter): RawBuilder<boolean> {
  const conditions = [
    ...(q ? [sql`strpos(lower(question), lower(${q})) > 0`] : []),
    ...(subject ? [sql`subject = ${subject}`] : []),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql`true`
}

export function insertQuestion(
  trx: Queryable,
  question: TriviaQuestionInput & { now: Date },
): Promise<QuestionRow> {
  const { now, ...values } = question
  return trx
    .insertInto('triviaQuestion')
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Replaces a question's words and its switch; undefined when there is no such question. */
export function updateQuestion(
  trx: Queryable,
  triviaQuestionId: number,
  question: TriviaQuestionInput & { now: Date },
): Promise<QuestionRow | undefined> {
  const { now, ...values } = question
  return trx
    .updateTable('triviaQuestion')
    .set({ ...values, updatedAt: now })
    .where('triviaQuestionId', '=', triviaQuestionId)
    .returning(COLUMNS)
    .executeTakeFirst()
}
