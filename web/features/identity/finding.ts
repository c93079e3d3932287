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
  /** Places in the text, in UTF-16 units as a text box counts them; `end` is the first one after. */
  start: number
  end: number
  /** Says the same less exactly; undefined where only leaving it out helps. */
  softer: string | undefined
}

/** A finding with the name itself, which may come again later in the text. */
export interface NameFinding extends Finding {
  name?: string
}

export interface RuleOptions {
  /** Names of this community's places, as its team keeps them. */
  localNames: readonly string[]
  /** For how long ago a date is. */
  now: Date
  /** Community usernames, which are meant to be read. */
  known: readonly string[]
}

/** Finds one kind of words. Takes time in proportion to the text, whatever it says. */
export type Rule = (text: string, options: RuleOptions) => NameFinding[]

/** Capitalizes a replacement that begins a sentence, as the words it replaces do. */
export function likeIn(text: string, start: number, words: string): string {
  return /\p{Lu}/u.test(text.charAt(start)) ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** The words, with a capital letter where a sentence begins. */
export function capitalized(text: string, start: number, words: string): string {
  const before = text.slice(Math.max(0, start - 3), start)
  const begins = start === 0 || /[.!?]["”’']?\s$|\n\s*$/.test(before)
  return begins ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** Words that begin with a capital letter: one to five, also joined by 'of' and the like. */
export const PROPER =
  "(?:St\\. )?\\p{Lu}[\\p{L}\\d&'’-]{0,30}(?:(?: +(?:of|the|and|&|for|de|la)){0,2} +\\p{Lu}[\\p{L}\\d&'’-]{1,30}){0,4}"

/** Ends a word, whatever its letters; `\\b` begins one that starts with a plain letter. */
export const WORD_END = '(?![\\p{L}\\p{N}_])'
