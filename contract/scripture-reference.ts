import { BOOKS, countChapters, countVerses, SINGLE_CHAPTER_BOOKS } from './scripture-books.ts'
import { isMeant, type WrittenName, type WrittenReference } from './scripture-meaning.ts'
import { toOurNumbering } from './scripture-numbering.ts'

/** Verses of one book, from one chapter or from several in a row. */
export interface Passage {
  /** The book's file name without its extension: `1corinthians`, `songofsolomon`. */
  book: string
  from: Place
  /** `verse: Infinity` is the chapter's last one. */
  to: Place
  /** Whether it was written in the numbering of other translations, such as Romans 16:25. */
  isRenumbered?: true
}

export interface Place {
  chapter: number
  verse: number
}

/** A reference found in running text. */
export interface FoundReference {
  /** The reference as it was written. */
  text: string
  /** Position of its first character, and of the one after its last. */
  start: number
  end: number
  /** At least one; several for lists such as `Psalm 23:1, 4`. They need not exist. */
  passages: Passage[]
}

/** A pattern of letters, in either case. The flag `i` would make each `\p{L}` slow to compile. */
const words = (pattern: string): string =>
  pattern.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)

const SPACE = '[^\\S\\n]'
const NUMBER = '\\d{1,3}'
/** `16f` is two verses, and `16ff` is the rest of the chapter. */
const FOLLOWING = `${SPACE}?${words('ff?')}`
/** `16`, `16a`, `16ff`, but not `16th`. */
const VERSE = `${NUMBER}(?:[a-cA-C]|${FOLLOWING})?(?![\\p{L}\\p{N}])`
const POINT = `(?:${NUMBER}[:.])?${VERSE}`
const VERSE_WORD = `(?:${words('vv?|verses?')})\\.?${SPACE}?`
/** `3:16`, `3.16`, `3v16`, `3, verse 16`; `3 : 16`, but not before words: `Romans 8: 5 things`. */
const BEFORE_VERSE = `(?:[:.]|${SPACE}?:${SPACE}?(?=${VERSE}(?!${SPACE}\\p{L}))|,?${SPACE}?${VERSE_WORD})`
const HYPHEN = '[-‐‑–−]'
/** With spaces it is a range only if no words follow: `John 3:16 - 20 years later`. */
const RANGE = `(?:(?:${HYPHEN}|—)${POINT}|(?:${SPACE}${HYPHEN}${SPACE}?|${HYPHEN}${SPACE}|${SPACE}(?:${words('to|thru|through')})${SPACE})${POINT}(?!${SPACE}*\\p{L}))`
const PLACE = `${NUMBER}(?:${BEFORE_VERSE}${VERSE}|${FOLLOWING}(?!\\p{L}))?${RANGE}?`
const AND = `(?:${words('and')}|&)${SPACE}`
/** Further verses of the chapter, or places in the book; not `, 1 John` or `, 2 days`. */
const NEXT = `(?:${SPACE}?[,;]${SPACE}?(?:${AND})?|${SPACE}${AND})${POINT}${RANGE}?(?![:.]?\\d|${SPACE}*\\p{L})`
/** Before words a verse is needed, as a number alone would be an amount: `; 4:1 when I forget`. */
const NEXT_CHAPTER = `${SPACE}?;${SPACE}?${NUMBER}:${VERSE}${RANGE}?(?=${SPACE}+\\p{L})`
/** Without a space it is a list also before words: `3:16,18 when I forget`. */
const NEXT_VERSE = `,${VERSE}${RANGE}?(?=${SPACE}\\p{L})`
const MORE = `(?:${NEXT}|${NEXT_CHAPTER}|${NEXT_VERSE})*`
/** Not before what makes a number part of something else: `3:16:40`, `3-16-2020`, `8/28`, `50%`. */
const END = `(?![\\p{L}\\p{N}%°$€£]|[:.,/]\\d|${HYPHEN}\\d)`
const ORDINAL = `(?:${words('1st|2nd|3rd')}|[123](?=\\D)|(?:${words('first|second|third|i|ii|iii')})(?=${SPACE}))`
/** Not inside an address or a longer name. */
const START = "(?<![\\p{L}\\p{N}_@#/=+&%]|[\\p{L}\\p{N}][-.’'])"
const BOOK = `(?:(?<ordinal>${ORDINAL})${SPACE}?)?(?<name>\\p{L}{2,15}(?:${SPACE}${words('of')}${SPACE}(?:${words('the')}${SPACE})?\\p{L}{3,15})?)`
/** `Jude, verse 5` has no chapter. */
const CHAPTER = `(?:(?:,?${SPACE}(?:${words('chapters?|chap|ch')})\\b)?\\.?${SPACE}?|(?<verseOnly>,?${SPACE}${VERSE_WORD}))`
const REFERENCE = new RegExp(
  `${START}${BOOK}\\.?${CHAPTER}(?<place>${PLACE})(?<more>${MORE})${END}`,
  'gu',
)
const NAME_ALONE = new RegExp(`^${BOOK}\\.?$`, 'u')

/**
 * Finds references as people write them: `John 3:16`, `1 Cor. 13:4–7`, `Ps 23`, `First Corinthians
 * 13`, `Genesis 1:31-2:1`, `Psalm 23:1, 4`. It ignores what could be a person, a time or an amount:
 * missing an unusual spelling is better than finding a reference that nobody meant.
 */
export function findReferences(text: string): FoundReference[] {
  const found: FoundReference[] = []
  const pattern = new RegExp(REFERENCE)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const read = readMatch(match)
    const start = match.index + (read?.name.offset ?? 0)
    const end = match.index + match[0].length
    const previous = found.at(-1)
    const follows = previous !== undefined && isJoint(text.slice(previous.end, start))
    if (read && isMeant(read, { text, start, end, follows })) {
      found.push({ text: text.slice(start, end), start, end, passages: passagesOf(read) })
    } else {
      // `in 1` in `in 1 John 4:8` isn't a reference, but what follows may be one.
      pattern.lastIndex = match.index + wordLength(match)
    }
  }
  return found
}

/** The references whose passages are all in the Bible. */
export function findPassages(text: string): FoundReference[] {
  return findReferences(text).filter(({ passages }) => passages.every(isInBible))
}

/**
 * The passages that a text names, which need not exist: several for a list of one book, and all of a
 * book for its name alone. Empty for a text that says anything else.
 */
export function parseReference(text: string): Passage[] {
  const match = new RegExp(REFERENCE).exec(text)
  if (match?.[0].length === text.length) {
    const read = readMatch(match)
    return read?.name.offset === 0 ? passagesOf(read) : []
  }
  const alone = NAME_ALONE.exec(text)
  const name = alone ? readName(alone) : undefined
  return name?.offset === 0 ? [wholeBook(name.book)] : []
}

function wholeBook(book: string): Passage {
  const to = { chapter: countChapters(book), verse: Number.POSITIVE_INFINITY }
  return { book, from: { chapter: 1, verse: 1 }, to }
}

/** Whether both ends exist in the Bible, in this order. */
function isInBible({ book, from, to }: Passage): boolean {
  const last = countVerses(book, to.chapter)
  const toVerse = to.verse === Number.POSITIVE_INFINITY ? last : to.verse
  const isOrdered =
    from.chapter < to.chapter || (from.chapter === to.chapter && from.verse <= toVerse)
  return (
    isOrdered && isWithin(from.verse, countVerses(book, from.chapter)) && isWithin(toVerse, last)
  )
}

function isWithin(verse: number, count: number): boolean {
  return verse >= 1 && verse <= count
}

/** How a passage is usually written: `John 3:16–18`, `Psalm 23`, `Genesis 1:31–2:3`, `Jude`. */
export function referenceOf({ book, from, to }: Passage): string {
  const title = BOOKS[book]?.title ?? book
  const isToEnd = to.verse >= countVerses(book, to.chapter)
  if (from.verse === 1 && isToEnd) {
    if (SINGLE_CHAPTER_BOOKS.has(book)) return title
    const last = to.chapter === from.chapter ? '' : `–${to.chapter}`
    return `${title} ${from.chapter}${last}`
  }
  const start = `${title} ${from.chapter}:${from.verse}`
  const verse = isToEnd ? countVerses(book, to.chapter) : to.verse
  if (to.chapter !== from.chapter) return `${start}–${to.chapter}:${verse}`
  return verse === from.verse ? start : `${start}–${verse}`
}

function readMatch(match: RegExpExecArray): WrittenReference | undefined {
  const { place = '', more = '', verseOnly } = match.groups ?? {}
  const name = readName(match)
  if (!name) return undefined
  // `Genesis 12ff` doesn't say how many chapters follow.
  const needsSingle = verseOnly !== undefined || /^\d+\s?f/i.test(place)
  if (!needsSingle) return { name, place, more }
  return SINGLE_CHAPTER_BOOKS.has(name.book) ? { name, place: `1:${place}`, more } : undefined
}

/** The books with each name. */
const BY_NAME = new Map<string, string[]>()
for (const [book, { names, unclear }] of Object.entries(BOOKS)) {
  for (const name of [...names, ...unclear]) {
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), book])
  }
}

/** `book of John` is the book of `John`, and `First Romans` is `Romans`. */
function readName(match: RegExpExecArray): WrittenName | undefined {
  const { ordinal = '', name = '' } = match.groups ?? {}
  const number = /^\d/.test(ordinal) ? ordinal.charAt(0) : numberOf(ordinal)
  const lastWord = name.slice(name.search(/\S+$/))
  const start = match[0].indexOf(name, ordinal.length)
  for (const word of [name, lastWord]) {
    const key = word.toLowerCase().replace(/\s/g, ' ')
    const books = BY_NAME.get(key) ?? []
    const numbered =
      word === name ? books.find((book) => book.startsWith(number || '-')) : undefined
    const book = numbered ?? books.find((each) => !/^\d/.test(each))
    if (book === undefined) continue
    return {
      book,
      offset: numbered ? 0 : start + name.length - word.length,
      word,
      ordinal: numbered ? ordinal : '',
      isClear: BOOKS[book]?.names.includes(key) ?? false,
    }
  }
  return undefined
}

function numberOf(ordinal: string): string {
  // `I`, `II` and `III` are capitals; `i` is what people write for themselves.
  if (/^I+$/.test(ordinal)) return String(ordinal.length)
  const place = ['first', 'second', 'third'].indexOf(ordinal.toLowerCase())
  return place === -1 ? '' : String(place + 1)
}

/** The length of the first word of a match that isn't a reference. */
function wordLength({ groups = {}, 0: matched }: RegExpExecArray): number {
  const { ordinal = '', name = '' } = groups
  return ordinal ? ordinal.length : matched.startsWith(name) ? name.search(/\s|$/) : 1
}

/** Whether the text between two references joins them to a list. */
function isJoint(between: string): boolean {
  return /^(?:\s?[,;]\s?(?:and\s)?|\s(?:and|or|&)\s)$/i.test(between)
}

function passagesOf({ name: { book }, place, more }: WrittenReference): Passage[] {
  // `Jude 1` is the chapter for most people, and its first verse for some.
  if (SINGLE_CHAPTER_BOOKS.has(book) && place === '1' && more === '') return [wholeBook(book)]
  const passages = [readPlace({ book, place, previous: undefined, isNewChapter: false })]
  for (const [, joint = '', next = ''] of more.matchAll(
    /(\D*?)(\d[^,;&]*?)(?=\s?[,;&]|\sand\s|$)/g,
  )) {
    const isNewChapter = joint.includes(';') && !SINGLE_CHAPTER_BOOKS.has(book)
    passages.push(readPlace({ book, place: next, previous: passages.at(-1), isNewChapter }))
  }
  return passages.flatMap(toOurNumbering)
}

function readPlace(input: {
  book: string
  place: string
  /** The passage before it in a list. */
  previous: Passage | undefined
  /** A number alone is a chapter, whatever precedes it. */
  isNewChapter: boolean
}): Passage {
  const { book, place, previous, isNewChapter } = input
  const [left = '', right] = place.split(RANGES)
  const start = readPoint(left)
  const end = right === undefined ? undefined : readPoint(right)
  const bareNumberIsChapter =
    isNewChapter ||
    (previous ? previous.to.verse === Number.POSITIVE_INFINITY : !SINGLE_CHAPTER_BOOKS.has(book))
  if (start.verse === undefined && bareNumberIsChapter) {
    const to = {
      chapter: end?.number ?? start.number,
      verse: end?.verse ?? Number.POSITIVE_INFINITY,
    }
    return { book, from: { chapter: start.number, verse: 1 }, to }
  }
  const from =
    start.verse === undefined
      ? { chapter: previous?.to.chapter ?? 1, verse: start.number }
      : { chapter: start.number, verse: start.verse }
  const to =
    end?.verse === undefined
      ? { chapter: from.chapter, verse: end?.number ?? from.verse }
      : { chapter: end.number, verse: end.verse }
  return { book, from, to: withFollowing(book, to, (end ?? start).following) }
}

const RANGES = /\s?[-‐‑–−—]\s?|\s(?:to|thru|through)\s/i

/** `3:16` as number and verse, `16` as a bare number, `ff` as what follows. */
function readPoint(text: string): { number: number; verse: number | undefined; following: string } {
  const [number = 0, verse] = (text.match(/\d+/g) ?? []).map(Number)
  return { number, verse, following: /f*$/i.exec(text)?.[0] ?? '' }
}

/** With `f` the next verse, and with `ff` the rest of the chapter. */
function withFollowing(book: string, { chapter, verse }: Place, following: string): Place {
  const last = following.length === 1 ? verse + 1 : Number.POSITIVE_INFINITY
  const isExtended = following !== '' && verse < countVerses(book, chapter)
  return { chapter, verse: isExtended ? Math.min(last, countVerses(book, chapter)) : verse }
}
