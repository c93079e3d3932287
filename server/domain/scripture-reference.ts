import { BOOK_NAMES, type BookNames, SINGLE_CHAPTER_BOOKS } from './bible-books.ts'

/** Verses of one chapter, or of several in a row, of one book. */
export interface Passage {
  /** The book's file name without its ending: `1corinthians`, `songofsolomon`. */
  book: string
  from: Place
  /** `verse: Infinity` is the chapter's last one. */
  to: Place
}

interface Place {
  chapter: number
  verse: number
}

/** A reference found in running text. */
export interface FoundReference {
  /** As it stands there. */
  text: string
  /** Position of its first character, and of the one after its last. */
  start: number
  end: number
  /** At least one; several for lists such as `Psalm 23:1, 4`. They need not exist. */
  passages: Passage[]
}

const ORDINALS: Readonly<Record<string, string>> = {
  '1': '(?:1st|1|First|I)',
  '2': '(?:2nd|2|Second|II)',
  '3': '(?:3rd|3|Third|III)',
}
const ORDINAL = /^(?:1st|2nd|3rd|[123]|First|Second|Third|I{1,3})\s?(?=\p{L})/iu

const DASH = '(?:\\s?[-‐‑–−]\\s?|—)'
const NUMBER = '\\d{1,3}'
const POINT = `(?:${NUMBER}:)?${NUMBER}[ab]?`
/** `3:16`, `3:16-18`, `3:16-4:2`, `3`, `3-4`. */
const PLACE = `${NUMBER}(?:[:.]${NUMBER}[ab]?)?(?:${DASH}${POINT})?(?!:?\\d)`
/** Further verses of the same chapter, or places of the same book; no `, 1 John` and no `, 2 days`. */
const MORE = `(?:[,;]\\s?${POINT}(?:${DASH}${POINT})?(?!:?\\d|\\s*\\p{L}))*`
const BOOKS = Object.entries(BOOK_NAMES)
  .map(([book, names]) => `(?<b${book}>${bookPattern(book, names)})`)
  .join('|')
const REFERENCE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BOOKS})\\.?\\s?(?<place>${PLACE})(?<more>${MORE})`,
  'giu',
)

/**
 * Finds references as people write them: `John 3:16`, `1 Cor. 13:4–7`, `Ps 23`, `First Corinthians
 * 13`, `Genesis 1:31-2:1`, `Psalm 23:1, 4`.
 */
export function findReferences(text: string): FoundReference[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const passages = readMatch(match.groups ?? {})
    if (!passages) return []
    return [{ text: match[0], start: match.index, end: match.index + match[0].length, passages }]
  })
}

function bookPattern(book: string, { names, abbreviations }: BookNames): string {
  const words = [...names, ...abbreviations].sort((a, b) => b.length - a.length).join('|')
  const ordinal = ORDINALS[book.charAt(0)]
  return `${ordinal ? `${ordinal}\\s?` : ''}(?:${words.replaceAll(' ', '\\s')})`
}

function readMatch(groups: Record<string, string | undefined>): Passage[] | undefined {
  const { place = '', more = '' } = groups
  const found = Object.entries(groups).find(([name, value]) => name.startsWith('b') && value)
  if (!found) return undefined
  const [group, written = ''] = found
  const book = group.slice(1)
  if (!isMeant({ name: written.replace(ORDINAL, ''), hasVerse: /[:.]/.test(place) })) {
    return undefined
  }
  const passages: Passage[] = []
  for (const part of [place, ...more.split(/[,;]/).slice(1)]) {
    passages.push(readPlace({ book, place: part.trim(), previous: passages.at(-1) }))
  }
  return passages
}

/** Short forms that are English words, or close to clock times and list numbers. */
const ENGLISH: ReadonlySet<string> = new Set(['Is', 'Am', 'So', 'Song', 'Ho', 'Re', 'Ch', 'Co'])

/** Tells `John 3` and `john 3:16` from `the job 3 people did` and `is 5:30 too early`. */
function isMeant({ name, hasVerse }: { name: string; hasVerse: boolean }): boolean {
  if (!/^\p{Lu}/u.test(name)) return hasVerse && name.length >= 4
  return hasVerse || !ENGLISH.has(name)
}

function readPlace(input: {
  book: string
  place: string
  /** The passage before it in a list. */
  previous: Passage | undefined
}): Passage {
  const { book, place, previous } = input
  const [left = '', right] = place.split(DASHES)
  const start = readPoint(left)
  const end = right === undefined ? undefined : readPoint(right)
  const bareNumberIsChapter = previous
    ? previous.to.verse === Number.POSITIVE_INFINITY
    : !SINGLE_CHAPTER_BOOKS.has(book)
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
  if (!end) return { book, from, to: from }
  const to =
    end.verse === undefined
      ? { chapter: from.chapter, verse: end.number }
      : { chapter: end.number, verse: end.verse }
  return { book, from, to }
}

const DASHES = new RegExp(DASH)

/** `3:16` as number and verse, `16` as a bare number. */
function readPoint(text: string): { number: number; verse: number | undefined } {
  const [number = 0, verse] = text.split(/[:.]/).map((part) => Number.parseInt(part, 10))
  return { number, verse }
}
