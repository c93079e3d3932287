import type { ScripturePassage } from '#contract/scripture.ts'
import { parseReference, referenceOf } from '#contract/scripture-reference.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'

const TRANSLATION = 'World English Bible'

/**
 * The verses that a reference names. Throws `not_found` for a passage that doesn't exist and
 * `invalid_input` for one that spans chapters, which could be a whole book.
 */
export async function readPassage(context: Context, reference: string): Promise<ScripturePassage> {
  const passage = parseReference(reference)
  if (passage && passage.from.chapter !== passage.to.chapter) {
    const sentence = 'Ask for verses of one chapter, such as John 3:16-18.'
    throw new AppError('invalid_input', sentence, { fields: { reference: sentence } })
  }
  const verses = passage && (await context.scripture.findVerses(passage))
  if (!passage || !verses) throw new AppError('not_found', 'This passage does not exist.')
  return {
    reference: referenceOf(passage),
    translation: TRANSLATION,
    verses: verses.map(({ verse, text }) => ({ number: verse, text })),
  }
}
