import type { ScripturePassage } from '#contract/scripture.ts'
import { type Passage, referenceOf } from '#contract/scripture-reference.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { parseTypedReference } from '#server/domain/typed-reference.ts'

const TRANSLATION = 'World English Bible'

/**
 * The verses that a reference names. Throws `not_found` for a passage that doesn't exist and
 * `invalid_input` for one that spans chapters, which could be a whole book.
 */
export async function readPassage(context: Context, reference: string): Promise<ScripturePassage> {
  const passages = parseTypedReference(reference)
  const name = nameOf(passages)
  const chapters = new Set(passages.flatMap(({ from, to }) => [from.chapter, to.chapter]))
  if (chapters.size > 1) {
    const sentence = passages.some(({ isRenumbered }) => isRenumbered)
      ? `The ${TRANSLATION} has these verses in several chapters: ${name}.`
      : 'Ask for verses of one chapter, such as John 3:16-18.'
    throw new AppError('invalid_input', sentence, { fields: { reference: sentence } })
  }
  const verses = new Map<number, string>()
  for (const passage of passages) {
    const found = await context.scripture.findVerses(passage)
    if (!found) throw notFound()
    for (const { verse, text } of found) verses.set(verse, text)
  }
  if (verses.size === 0) throw notFound()
  return {
    reference: name,
    translation: TRANSLATION,
    verses: [...verses]
      .sort(([one], [other]) => one - other)
      .map(([number, text]) => ({ number, text })),
  }
}

function notFound(): AppError {
  return new AppError('not_found', 'This passage does not exist.')
}

/** `John 3:16, 18–20`, `Romans 16:20–24, 14:24–26` */
function nameOf(passages: readonly Passage[]): string {
  const names = passages.map((passage, index) => {
    const name = referenceOf(passage)
    const isSameChapter = passages[index - 1]?.to.chapter === passage.from.chapter
    if (index === 0) return name
    return isSameChapter ? name.slice(name.indexOf(':') + 1) : name.slice(name.lastIndexOf(' ') + 1)
  })
  return names.join(', ')
}
