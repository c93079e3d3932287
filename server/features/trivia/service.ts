import { type DateText, logicalDate } from '#contract/logical-date.ts'
import type { Trivia, TriviaResult } from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { readSettings } from '../settings/service.ts'
import { presentResult, presentTrivia } from './present.ts'
import {
  type AnswerRow,
  findShowing,
  insertAnswer,
  type ShowingRow,
  showQuestion,
} from './store.ts'

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
