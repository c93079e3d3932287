export type FindingKind =
  | 'phone'
  | 'email'
  | 'link'
  | 'handle'
  | 'plate'
  | 'address'
  | 'age'
  | 'date'
  | 'name'
  | 'employer'
  | 'school'
  | 'church'
  | 'place'

/** Words of a text that could identify someone. */
export interface Finding {
  kind: FindingKind
  /** Range in the text, in UTF-16 units as in a text box; `end` is exclusive. */
  start: number
  end: number
  /** A less exact replacement; undefined if the words can only be left out. */
  softer: string | undefined
}

/** A finding with the name itself, which may occur again later in the text. */
export interface NameFinding extends Finding {
  name?: string
}

export interface RuleOptions {
  /** Names of places near this community, as listed by its team. */
  localNames: readonly string[]
  /** The current time, to tell how long ago a date was. */
  now: Date
  /** Community usernames, which may appear in the text. */
  known: readonly string[]
}

/** Finds one kind of detail, in time linear in the length of the text. */
export type Rule = (text: string, options: RuleOptions) => NameFinding[]

/** Capitalizes a replacement if the text at `start` is capitalized. */
export function likeIn(text: string, start: number, words: string): string {
  return /\p{Lu}/u.test(text.charAt(start)) ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** Capitalizes the words if they start a sentence. */
export function capitalized(text: string, start: number, words: string): string {
  const before = text.slice(Math.max(0, start - 3), start)
  const begins = start === 0 || /[.!?]["”’']?\s$|\n\s*$/.test(before)
  return begins ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** One to five capitalized words, which 'of' and similar words may join. */
export const PROPER =
  "(?:St\\. )?\\p{Lu}[\\p{L}\\d&'’-]{0,30}(?:(?: +(?:of|the|and|&|for|de|la)){0,2} +\\p{Lu}[\\p{L}\\d&'’-]{1,30}){0,4}"

/** The end of a word in any script; `\\b` works only for words that start with an ASCII letter. */
export const WORD_END = '(?![\\p{L}\\p{N}_])'
