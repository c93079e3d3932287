import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type {
  AdminTrivia,
  TriviaQuestion,
  TriviaQuestionInput,
  TriviaSubject,
} from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type LibraryQuestion, libraryQuestions } from '#server/library/library.ts'
import { recordAudit } from '../audit/service.ts'
import {
  type CountedShowingRow,
  communityDay,
  findCountedShowing,
  noQuestion,
  presentAdminTrivia,
  presentQuestion,
  showFirst,
  showQuestion,
} from './service.ts'

/** Today's question with its answer and the number of members who answered. */
export async function readAdminTrivia(context: Context): Promise<AdminTrivia> {
  return presentAdminTrivia(await getCounted(context, await communityDay(context)))
}

/**
 * Replaces today's question. If two administrators do so at once, it is replaced once, and both get
 * the new one. Throws `conflict` if the bank has no other question.
 */
export async function regenerateTrivia(context: Context, admin: Admin): Promise<AdminTrivia> {
  const day = await communityDay(context)
  const old = await getCounted(context, day)
  await inTransaction(context.db, async (trx) => {
    const shown = await showQuestion(trx, { day, revision: old.revision + 1 })
    if (!shown) return
    await recordAudit(trx, admin, {
      action: 'trivia-regenerated',
      subjectId: shown.triviaId,
      detail: { date: day, replaced: old.triviaId, answered: old.answeredCount },
    })
  })
  const current = await getCounted(context, day)
  if (current.triviaId === old.triviaId) {
    throw new AppError('conflict', 'There’s no other question to show. Add one first.')
  }
  context.changes.announce({ kind: 'topic', topic: 'daily' })
  return presentAdminTrivia(current)
}

async function getCounted(context: Context, day: DateText): Promise<CountedShowingRow> {
  const find = () => findCountedShowing(context.db, day)
  const showing = (await find()) ?? (await showFirst(context, day, find))
  if (!showing) throw noQuestion()
  return showing
}

/** One page of the bank, newest first. */
export async function readQuestions(
  context: Context,
  query: { page: number; pageSize: number; q?: string; subject?: TriviaSubject },
): Promise<Page<TriviaQuestion>> {
  const { rows, total } = await listQuestions(context.db, {
    filter: { q: query.q, subject: query.subject },
    ...sliceOf(query),
  })
  return { items: rows.map(presentQuestion), total }
}

/** Throws `not_found`. */
export async function getQuestion({ db }: Context, id: number): Promise<TriviaQuestion> {
  return presentQuestion(known(await questionById(db, id).executeTakeFirst()))
}

/** Adds a question to the bank. */
export function createQuestion(
  context: Context,
  admin: Admin,
  input: TriviaQuestionInput,
): Promise<TriviaQuestion> {
  return inTransaction(context.db, async (trx) => {
    const row = await insertQuestion(trx, { ...input, now: context.now() })
    await recordAudit(trx, admin, {
      action: 'trivia-question-added',
      subjectId: row.triviaQuestionId,
    })
    return presentQuestion(row)
  })
}

/**
 * Changes a question in the bank. Past and current showings stay as they are. Throws `conflict` if it
 * has changed since `version`.
 */
export function changeQuestion(
  context: Context,
  admin: Admin,
  { id, version, input }: { id: number; version?: string | undefined; input: TriviaQuestionInput },
): Promise<TriviaQuestion> {
  return inTransaction(context.db, async (trx) => {
    const before = await lockQuestion(trx, id)
    const { triviaQuestionId: _, builtInKey: _key, lastShownOn: _day, ...saved } = before
    requireKnown({ version, saved, changes: input, newer: () => presentQuestion(before) })
    const row = await updateQuestion(trx, id, { ...input, now: context.now() })
    await recordAudit(trx, admin, {
      action: 'trivia-question-changed',
      subjectId: id,
      detail: { state: input.isEnabled ? 'on' : 'off' },
    })
    return presentQuestion(row)
  })
}

/** A question in the bank. */
export interface QuestionRow extends Omit<TriviaQuestionInput, 'isEnabled'> {
  triviaQuestionId: number
  builtInKey: string | null
  isEnabled: boolean
  lastShownOn: string | null
}

export const COLUMNS = [
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
function listQuestions(
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

function insertQuestion(
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

/** The question, locked until the transaction ends. Throws `not_found`. */
async function lockQuestion(trx: Queryable, triviaQuestionId: number): Promise<QuestionRow> {
  return known(await questionById(trx, triviaQuestionId).forUpdate().executeTakeFirst())
}

function questionById(db: Queryable, triviaQuestionId: number) {
  return db
    .selectFrom('triviaQuestion')
    .select(COLUMNS)
    .where('triviaQuestionId', '=', triviaQuestionId)
}

function known(row: QuestionRow | undefined): QuestionRow {
  if (!row) throw new AppError('not_found', 'This question does not exist.')
  return row
}

/** Replaces a question's content and whether it is enabled. */
export function updateQuestion(
  trx: Queryable,
  triviaQuestionId: number,
  question: TriviaQuestionInput & { now: Date },
): Promise<QuestionRow> {
  const { now, ...values } = question
  return trx
    .updateTable('triviaQuestion')
    .set({ ...values, updatedAt: now })
    .where('triviaQuestionId', '=', triviaQuestionId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Adds missing built-in questions to the bank. */
export async function fillTriviaBank(context: Context): Promise<void> {
  const added = await insertBuiltIn(context.db, libraryQuestions())
  if (added > 0) context.log.info({ added }, 'questions were added to the trivia bank')
}
