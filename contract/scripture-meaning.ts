/** The parts of a possible reference. */
export interface WrittenReference {
  name: WrittenName
  /** `3:16-18` */
  place: string
  /** The rest of a list: `, 18; 4:1`. */
  more: string
}

/** The name of a book as it was written. */
export interface WrittenName {
  /** The book's file name without its extension. */
  book: string
  /** Position of its first character in the match. */
  offset: number
  /** Without the number. */
  word: string
  /** `1`, `First` or `I`; empty where there is none. */
  ordinal: string
  /** Whether the name can only mean a book. */
  isClear: boolean
}

interface Surroundings {
  text: string
  start: number
  end: number
  /** Whether another reference directly precedes it, as in `Romans 8 and John 3`. */
  follows: boolean
}

/** How many characters before a reference, and after it, are considered. */
const NEAR = 40

/** In lowercase, these are ordinary words that come before amounts and times. */
const WORDS: ReadonlySet<string> = new Set(['job', 'acts', 'song', 'numbers', 'judges', 'mark'])
/** With these, even `5:30` isn't a verse unless something says so. */
const SMALL_WORDS: ReadonlySet<string> = new Set(['is', 'am', 'so', 'ho', 're', 'pr', 'ac'])
/** Larger numbers can't be an hour. */
const LAST_HOUR = 24

const TIME = /^\s?(?:[ap]\.?\s?m\b|o['’]?clock|sharp\b|hours?\b|hrs?\b|[ecmp][sd]?t\b|tomorrow\b)/i
const AMOUNT =
  /^(?:\s?(?:years?|yrs?|y\.?o|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|times?|percent|dollars?|bucks?|cents|miles?|km|kilometers|feet|ft|inches|pounds?|lbs?|kg|stars?|points?|kids?|children|people|persons?|pages?|more|others?|of\s(?:us|them|you|the\splay)|out\sof|th|st|nd|rd)\b|[-\s](?:year|month|week|day|hour|minute|mile|page|step|part|star)s?\b|\s?[x×+*=]|\s\d|['’]s\s(?:birthday|age)\b)/i

/** After these, `Mark 3:30` is a person and a time. */
const APPOINTMENT =
  /(?<!\p{L})(?:meet|meeting|met|call|called|calling|text|texted|phone|phoned|(?:pick|picked)\sup|(?:drop|dropped)\soff|(?:appointment|coffee|lunch|dinner|session)\swith)\s$/iu

/** Words that introduce a chapter of a book with an ambiguous name. */
const CUE =
  /(?:(?<!\p{L})(?:in|from|see|cf\.?|read|reads|reading|reread|compare|study|studied|studying|memorized|memorizing|(?:turn|turned|open|opened|go|going|back|listened|listening)\sto|(?:sermon|message|study|lesson|teaching|devotional|preached|preaching|meditated|meditating)\s(?:on|from|about)|(?:book|gospel|letter|epistle|chapters?|words?)\sof)\s(?:the\s)?(?:book\sof\s|gospel\sof\s|whole\sof\s|all\sof\s)?)$/iu
/** Text that may follow such a chapter. */
const CALM =
  /^(?:$|[.!?,;:)\]”"’'…—–\n](?!\d)|\s[([—–-]|\s(?:and|or|is|was|says|said|tells|talks|speaks|shows|teaches|reminds|reminded|describes|begins|ends|where|when|which|that|again|every|each|today|tonight|yesterday|this|last|with|before|after|as|because|but|while|until|the|we|I|he|she|they|Jesus|God|Paul|for|about|through|together|has|on|if|so|it|my|our|by)\b)/
const OPENING = /[([“"—–]\s?$|(?:^|\s)-\s?$/
const CLOSING = /^(?:[)\]”".—–]|\s[([]|\s*$|\s*\n)/
/** Only punctuation and, at most, the abbreviation of a translation. */
const WORDLESS = /^[\s\p{P}]*(?:[A-Z]{2,5}[\s\p{P}]*)?$/u

/**
 * Whether words are meant as a reference: `John 3:16` and `in John 3` are; `John 3 years old`,
 * `Mark 3:15 pm` and `is 5:30 too early` are not. A chapter without a verse needs a name that can
 * only mean a book, or a context that speaks of one.
 */
export function isMeant(reference: WrittenReference, around: Surroundings): boolean {
  const { name, place, more } = reference
  const { before, after } = nearTo(around)
  const [, chapter = '', separator = ''] = /^(\d+)(\D*)/.exec(place) ?? []
  const hasVerse = /^(?:[:.]|[,\s]*v)/i.test(separator)
  if (TIME.test(after) || APPOINTMENT.test(before)) return false
  if (separator !== ':' && AMOUNT.test(after)) return false
  // German has `Johannes 3,16`; in English that is ambiguous.
  if (!hasVerse && /^,\d/.test(more)) return false

  const word = name.word.toLowerCase()
  const isCued = around.follows || CUE.test(before)
  const isEnclosed = OPENING.test(before) && CLOSING.test(after)
  const isCapital = /^\p{Lu}/u.test(name.word)
  if (SMALL_WORDS.has(word) && !name.ordinal) {
    return isCapital && hasVerse && (isEnclosed || isCued || Number(chapter) > LAST_HOUR)
  }
  if (!isCapital) return hasVerse && isMeantInLowercase({ name, word, isCued, separator })
  if (hasVerse || isEnclosed || (isCued && CALM.test(after))) return true
  if (isClear(name)) return /[\s.]/.test(around.text.slice(around.start, around.end))
  return isAlone(word, around)
}

function nearTo({ text, start, end }: Surroundings): { before: string; after: string } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  return {
    before: text.slice(Math.max(lineStart, start - NEAR), start),
    after: text.slice(end, end + NEAR),
  }
}

function isMeantInLowercase(input: {
  name: WrittenName
  word: string
  isCued: boolean
  separator: string
}): boolean {
  const { name, word, isCued, separator } = input
  if (!separator.startsWith(':')) return name.isClear && word.length >= 4
  if (WORDS.has(word)) return isCued
  return name.isClear || word.length >= 4 || isCued
}

/** Whether a chapter alone is enough. `I`, `First` and `PS` are ambiguous; `1` and `Ps` are not. */
function isClear({ isClear, word, ordinal }: WrittenName): boolean {
  if (!ordinal && /^\p{Lu}{2,4}$/u.test(word)) return false
  const isPerson = /^(?:Samuel|Sam|Timothy|Tim|Peter|Pet|John|Jn)$/i.test(word)
  return isClear && (!isPerson || /^\d/.test(ordinal))
}

/** Whether the text is this reference and nothing else; a short name is not enough. */
function isAlone(word: string, { text, start, end }: Surroundings): boolean {
  if (word.length < 4 || word === 'song') return false
  const rest = text.length - (end - start)
  return rest <= NEAR && WORDLESS.test(text.slice(0, start)) && WORDLESS.test(text.slice(end))
}
