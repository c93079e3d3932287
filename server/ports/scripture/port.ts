import type { Passage } from '#server/domain/scripture-reference.ts'

/** The bundled World English Bible, which is in the public domain. */
export interface Scripture {
  /**
   * The words of the passage, verses joined by spaces; undefined when one of its ends does not
   * exist, or when it ends before it starts.
   */
  read(passage: Passage): Promise<string | undefined>
  /** Whether the words, already normalised (`normaliseQuotation`), stand in a row in any book. */
  contains(normalisedWords: string): Promise<boolean>
}
