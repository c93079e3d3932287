import type { Passage } from '#contract/scripture-reference.ts'

export interface Verse {
  chapter: number
  verse: number
  /** Empty where this translation leaves a verse out. */
  text: string
}

/** The bundled World English Bible, which is in the public domain. */
export interface Scripture {
  /** The verses of the passage, without those left out; undefined as for `read`. */
  findVerses(passage: Passage): Promise<Verse[] | undefined>
  /**
   * The words of the passage, verses joined by spaces; undefined when one of its ends does not
   * exist, or when it ends before it starts.
   */
  read(passage: Passage): Promise<string | undefined>
  /** Whether the words, already normalised (`normaliseQuotation`), stand in a row in any book. */
  contains(normalisedWords: string): Promise<boolean>
}
