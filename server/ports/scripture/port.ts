import type { Passage } from '#contract/scripture-reference.ts'

export interface Verse {
  chapter: number
  verse: number
  /** Empty if this translation omits the verse. */
  text: string
}

/** The bundled World English Bible, which is in the public domain. */
export interface Scripture {
  /** The verses of the passage without omitted ones; undefined in the same cases as `read`. */
  findVerses(passage: Passage): Promise<Verse[] | undefined>
  /**
   * The text of the passage, with verses joined by spaces; undefined if its first or last verse does
   * not exist, or if it ends before it starts.
   */
  read(passage: Passage): Promise<string | undefined>
  /** Whether the words, already normalized (`normalizeQuotation`), occur in sequence in any book. */
  contains(normalizedWords: string): Promise<boolean>
}
