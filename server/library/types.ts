/** The texts that come with the application, for a community without an AI provider. */

/** A quotation from the World English Bible, word for word. */
export interface Verse {
  /** Book, chapter and verses as people write them: `Psalm 23:1-3`, `1 John 4:18`. */
  reference: string
  /** The text of those verses, or a contiguous part of it, without outer quotation marks. */
  text: string
}

/** A Daily Message. */
export interface LibraryMessage {
  /** Never changes: it identifies texts that were already shown. */
  key: string
  title: string
  verse: Verse
  paragraphs: string[]
  /** A short prayer, first person plural or singular. */
  prayer: string
}

/** A Daily Reflection. */
export interface LibraryReflection {
  key: string
  title: string
  /** What to think about, before the question. */
  paragraphs: string[]
  question: string
  verse?: Verse
  /** One small thing to do today. */
  practice: string
}

/** A question of the Daily Success Trivia Challenge. */
export interface LibraryQuestion {
  key: string
  subject: 'bible' | 'business' | 'growth'
  question: string
  options: readonly [string, string, string, string]
  /** One of the options. */
  answer: string
  explanation: string
  /** Where the answer can be looked up: a Bible reference, a book, a standard. */
  source: string
}

/** The business word of the day. */
export interface LibraryWord {
  key: string
  word: string
  meaning: string
  example: string
}
