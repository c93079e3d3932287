import { readdir, readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Passage } from '#contract/scripture-reference.ts'
import { hasWords, normalizeQuotation } from '#server/domain/quotation-words.ts'
import type { Scripture, Verse } from './port.ts'

/** Psalms is the largest book, of about 230 kB. */
const BOOKS_KEPT = 3
/** Small enough that the expression always compiles; no word in the Bible is longer than HINT_LETTERS. */
const HINT_WORDS = 8
const HINT_LETTERS = 30
const FOLDER = new URL('./books/', import.meta.url)

/**
 * Reads the bundled text book by book and caches only the few books used last: the whole Bible would
 * take a tenth of the server's memory.
 */
export function createWorldEnglishBible(): Scripture {
  const books = new LRUCache<string, Verse[]>({
    max: BOOKS_KEPT,
    // Concurrent readers of a book share it.
    fetchMethod: async (book) => parseBook(await readBook(book)),
  })
  const names = namesOnce()

  async function versesOf(book: string): Promise<Verse[] | undefined> {
    return (await names()).includes(book) ? books.fetch(book) : undefined
  }

  async function findVerses(passage: Passage): Promise<Verse[] | undefined> {
    const verses = await versesOf(passage.book)
    return verses && versesBetween(verses, passage)
  }

  return {
    findVerses,
    read: async (passage) => (await findVerses(passage))?.map(({ text }) => text).join(' '),
    contains: async (words) => {
      const hint = hintOf(words)
      for (const book of await names()) {
        const content = await readBook(book)
        if (hint.test(content) && hasWords(normalizeBook(content), words)) return true
        // Reads may complete from memory, so this yields to other work between books.
        await setImmediate()
      }
      return false
    },
  }
}

function namesOnce(): () => Promise<string[]> {
  let names: Promise<string[]> | undefined
  return () => {
    names ??= readdir(FOLDER).then((files) =>
      files.filter((file) => file.endsWith('.txt')).map((file) => file.slice(0, -'.txt'.length)),
    )
    return names
  }
}

function readBook(book: string): Promise<string> {
  return readFile(new URL(`${book}.txt`, FOLDER), 'utf8')
}

function parseBook(content: string): Verse[] {
  return [...content.matchAll(/^(\d+):(\d+) (.*)$/gm)].map(([, chapter, verse, text = '']) => ({
    chapter: Number(chapter),
    verse: Number(verse),
    text: text.trim(),
  }))
}

function normalizeBook(content: string): string {
  return normalizeQuotation(content.replace(/^\d+:\d+ /gm, ''))
}

/**
 * Matches a book's file wherever the first of these words may occur, and rarely elsewhere: several
 * times faster than normalizing every book.
 */
function hintOf(normalizedWords: string): RegExp {
  const first = normalizedWords.split(' ', HINT_WORDS)
  const words = first.map((word) => [...word.slice(0, HINT_LETTERS)].join('[’‘]?'))
  return new RegExp(words.join('[^a-z0-9]+(?:\\d+:\\d+[^a-z0-9]+)*'), 'iu')
}

function versesBetween(verses: Verse[], { from, to }: Passage): Verse[] | undefined {
  const first = verses.findIndex((one) => one.chapter === from.chapter && one.verse === from.verse)
  const last =
    to.verse === Number.POSITIVE_INFINITY
      ? verses.findLastIndex((one) => one.chapter === to.chapter && one.text !== '')
      : verses.findIndex((one) => one.chapter === to.chapter && one.verse === to.verse)
  if (first === -1 || last < first) return undefined
  if (verses[first]?.text === '' || verses[last]?.text === '') return undefined
  return verses.slice(first, last + 1).filter(({ text }) => text !== '')
}
