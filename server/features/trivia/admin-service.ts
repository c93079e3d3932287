import type { Page } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type {
  AdminTrivia,
  TriviaQuestion,
  TriviaQuestionInput,
  TriviaSubject,
} from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { insertQuestion, listQuestions, updateQuestion } from './bank-store.ts'
import { presentAdminTrivia, presentQuestion } from './present.ts'
import { communityDay, noQuestion, showFirst } from './service.ts'
import { type CountedShowingRow, findCountedShowing, showQuestion } from './store.ts'

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

/** Changes a question in the bank. Past and current showings stay as they are. */
export function changeQuestion(
  context: Context,
  admin: Admin,
  { id, input }: { id: number; input: TriviaQuestionInput },
): Promise<TriviaQuestion> {
  return inTransaction(context.db, async (trx) => {
    const row = await updateQuestion(trx, id, { ...input, now: context.now() })
    if (!row) throw new AppError('not_found', 'This question does not exist.')
    await recordAudit(trx, admin, {
      action: 'trivia-question-changed',
      subjectId: id,
      detail: { state: input.isEnabled ? 'on' : 'off' },
    })
    return presentQuestion(row)
  })
}
