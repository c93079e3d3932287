export type FindingKind =
  | 'phone'
  | 'ssn'
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

/** A match of a pattern. */
export interface Match {
  whole: string
  groups: Record<string, string | undefined>
  start: number
  end: number
}

/** A match. Its range is the whole match unless `start` or `end` says otherwise. */
type Description = Pick<NameFinding, 'kind' | 'softer'> & Partial<NameFinding>

/** The matches that `describe` recognizes. */
export function findAll(
  text: string,
  pattern: RegExp,
  describe: (match: Match) => Description | undefined,
): NameFinding[] {
  return [...text.matchAll(pattern)].flatMap(({ index: start, 0: whole, groups = {} }) => {
    const end = start + whole.length
    const description = describe({ whole, groups, start, end })
    return description ? [{ start, end, ...description }] : []
  })
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
