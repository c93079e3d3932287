import { type RawBuilder, sql } from 'kysely'
import type { TriviaQuestionInput, TriviaSubject } from '#contract/trivia.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { LibraryQuestion } from '#server/library/library.ts'

/** A question in the bank. */
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
 * Adds questions that the bank has never had, by key; changed or disabled ones stay as they are.
 * Several nodes may run this at once. Returns how many were added.
 */
export async function insertBuiltIn(
  db: Queryable,
  questions: readonly LibraryQuestion[],
): Promise<number> {
  // Known questions are left out first, since each conflicting insert would use up an id. The order
  // is fixed, so that two nodes don't deadlock.
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
  /** Text that occurs in the question, in any case. */
  q?: string | undefined
  subject?: TriviaSubject | undefined
}

/** One page of the bank, newest first, with the total count. */
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

/** Replaces a question's content and whether it is enabled; undefined if it doesn't exist. */
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
