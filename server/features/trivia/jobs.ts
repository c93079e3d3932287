import type { Context } from '#server/context.ts'
import { libraryQuestions } from '#server/library/library.ts'
import { insertBuiltIn } from './bank-store.ts'

/** Adds missing built-in questions to the bank. */
export async function fillTriviaBank(context: Context): Promise<void> {
  const added = await insertBuiltIn(context.db, libraryQuestions())
  if (added > 0) context.log.info({ added }, 'questions were added to the trivia bank')
}
