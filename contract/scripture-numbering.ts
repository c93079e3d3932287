import type { Passage, Place } from './scripture-reference.ts'

/** Verses of one chapter that other English Bibles number differently than the World English Bible. */
interface Difference {
  book: string
  /** In other Bibles. */
  chapter: number
  first: number
  last: number
  /** Where the World English Bible has the first of them; the others follow. */
  ours: Place
}

/**
 * Only numbers that our translation doesn't have. `Joel 3:1` or a psalm's verse in the numbering of
 * Hebrew or Greek is another verse here, and nothing says which one is meant.
 */
const DIFFERENCES: readonly Difference[] = [
  // Most Bibles have the doxology at the end of Romans.
  { book: 'romans', chapter: 16, first: 25, last: 27, ours: { chapter: 14, verse: 24 } },
  // ESV, NASB and NRSV; the verse is the end of our verse 14.
  { book: '3john', chapter: 1, first: 15, last: 15, ours: { chapter: 1, verse: 14 } },
  // NRSV and Catholic Bibles; the verse is the beginning of our 13:1.
  { book: 'revelation', chapter: 12, first: 18, last: 18, ours: { chapter: 13, verse: 1 } },
  // Catholic and Jewish Bibles.
  { book: 'joel', chapter: 4, first: 1, last: 21, ours: { chapter: 3, verse: 1 } },
  { book: 'malachi', chapter: 3, first: 19, last: 24, ours: { chapter: 4, verse: 1 } },
]

/** The passage in the numbering of the World English Bible: two if it has the verses apart. */
export function toOurNumbering(passage: Passage): Passage[] {
  const { book, from, to } = passage
  const start = ourPlace(book, from)
  const end = ourPlace(book, to)
  if (!start && !end) return [passage]
  const ours: Passage = {
    book,
    from: start?.place ?? from,
    to: end?.place ?? to,
    isRenumbered: true,
  }
  if (start || !end || !isBefore(ours.to, from)) return [ours]
  const { chapter, first, ours: moved } = end.difference
  return [
    { ...ours, to: { chapter, verse: first - 1 } },
    { ...ours, from: moved },
  ]
}

function ourPlace(
  book: string,
  { chapter, verse }: Place,
): { place: Place; difference: Difference } | undefined {
  const difference = DIFFERENCES.find(
    (one) =>
      one.book === book &&
      one.chapter === chapter &&
      verse >= one.first &&
      (verse <= one.last || (one.first === 1 && verse === Number.POSITIVE_INFINITY)),
  )
  if (!difference) return undefined
  const { ours, first } = difference
  return { place: { chapter: ours.chapter, verse: ours.verse + verse - first }, difference }
}

function isBefore(one: Place, other: Place): boolean {
  return one.chapter < other.chapter || (one.chapter === other.chapter && one.verse < other.verse)
}
