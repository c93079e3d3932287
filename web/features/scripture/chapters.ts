import { BOOKS, countVerses, SINGLE_CHAPTER_BOOKS } from '#contract/scripture-books.ts'
import type { Passage } from '#contract/scripture-reference.ts'

/** Consecutive verses of one chapter, both ends included. */
export interface VerseRange {
  from: number
  to: number
}

/** The part of a reference within one chapter. */
export interface ReferredChapter {
  /** Such as `John 3` or `Jude`, as used in the request. */
  chapter: string
  /** Such as `John 3:16, 18`. */
  title: string
  ranges: VerseRange[]
}

/** How many verses are shown before and after the referenced ones. */
const CONTEXT = 2

/** The chapters of a reference, in its order. */
export function chaptersOf(passages: readonly Passage[]): ReferredChapter[] {
  const chapters: { book: string; number: number; ranges: VerseRange[] }[] = []
  for (const { book, from, to } of passages) {
    for (let number = from.chapter; number <= to.chapter; number++) {
      const last = countVerses(book, number)
      const range = {
        from: number === from.chapter ? from.verse : 1,
        to: number === to.chapter ? Math.min(to.verse, last) : last,
      }
      const previous = chapters.at(-1)
      if (previous?.book === book && previous.number === number) previous.ranges.push(range)
      else chapters.push({ book, number, ranges: [range] })
    }
  }
  return chapters.map(({ book, number, ranges }) => {
    const title = BOOKS[book]?.title ?? book
    const chapter = SINGLE_CHAPTER_BOOKS.has(book) ? title : `${title} ${number}`
    const isWhole = ranges.some(({ from, to }) => from === 1 && to === countVerses(book, number))
    const verses = ranges.map(({ from, to }) => (from === to ? from : `${from}–${to}`)).join(', ')
    return { chapter, ranges, title: isWhole ? chapter : `${title} ${number}:${verses}` }
  })
}

export function isReferred(verse: number, ranges: readonly VerseRange[]): boolean {
  return ranges.some(({ from, to }) => verse >= from && verse <= to)
}

/** The verses to show at first: the referenced ones with a few around them. */
export function withContext(ranges: readonly VerseRange[]): VerseRange {
  return {
    from: Math.min(...ranges.map(({ from }) => from)) - CONTEXT,
    to: Math.max(...ranges.map(({ to }) => to)) + CONTEXT,
  }
}

/** The referenced verses that the translation leaves out. */
export function leftOut(numbers: readonly number[], ranges: readonly VerseRange[]): number[] {
  return ranges.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (verse) => !numbers.includes(verse),
    ),
  )
}
