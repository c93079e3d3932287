import type { Context } from '#server/context.ts'
import { triviaQuestions } from '#server/library/trivia/all.ts'
import { insertBuiltIn } from './bank-store.ts'

/** Adds missing built-in questions to the bank. */
export async function fillTriviaBank(context: Context): Promise<void> {
  const added = await insertBuiltIn(context.db, triviaQuestions)
  if (added > 0) context.log.info({ added }, 'questions were added to the trivia bank')
}
