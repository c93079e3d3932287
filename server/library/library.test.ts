import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TriviaQuestionInput } from '#contract/trivia.ts'
import { isWholeSentence } from '#server/domain/whole-sentence.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { WAIT_MS } from '#server/testing/limits.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { linkTree } from '#server/upgrade/link-tree.ts'
import {
  interleave,
  libraryQuestions,
  libraryVerseOf,
  libraryWords,
  once,
  readLibrary,
  wordOf,
} from './library.ts'

test('every text of the library is complete', () => {
  expect(readLibrary).not.toThrow()
})

test('a server with a wrong text does not start, and names the line', async () => {
  const [project, root] = [join(import.meta.dirname, '../..'), await makeFolder()]
  for (const folder of ['content', 'contract', 'server']) {
    await linkTree(join(project, folder), join(root, folder))
  }
  await copyFile(join(project, 'package.json'), join(root, 'package.json'))
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
  const file = join(root, 'content/words/1-money.md')
  // Linked files are shared, so the file is replaced.
  await rm(file)
  await writeFile(file, '# Money\n\n## Revenue\n\n- meaning: All the money.\n')
  const env = { PATH: process.env.PATH, DATA_DIR: join(root, 'data'), ...COMPILE_CACHE }
  // The timeout ends a server that starts all the same.
  const options = { cwd: root, env, timeout: WAIT_MS }
  const start = promisify(execFile)(process.execPath, ['server/main.ts'], options)
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: '\ncontent/words/1-money.md, line 3: "key" is missing.\n',
  })
})

test('takes one item from each list in turn, with the rest of the longest list last', () => {
  expect(interleave([['a', 'b', 'c'], ['1'], ['x', 'y']])).toEqual(['a', '1', 'x', 'b', 'y', 'c'])
  expect(interleave([])).toEqual([])
})

test('what is read once is read at first use, and again after a failure', () => {
  let reads = 0
  const read = once(() => {
    reads += 1
    if (reads === 1) throw new Error('not yet')
    return reads
  })
  expect(reads).toBe(0)
  expect(read).toThrow('not yet')
  expect([read(), read(), reads]).toEqual([2, 2, 2])
})

/** The date (`YYYY-MM-DD`) that is `day` days after January 1, 1970. */
function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

test('the verse of each of 366 days is a whole sentence', () => {
  const broken = Array.from({ length: 366 }, (_, day) => libraryVerseOf(dateOf(20_454 + day)).text)
  expect(broken.filter((text) => !isWholeSentence(text))).toEqual([])
})

test('there are at least 120 words, all different and complete', () => {
  expect(libraryWords().length).toBeGreaterThanOrEqual(120)
  expect(new Set(libraryWords().map(({ key }) => key)).size).toBe(libraryWords().length)
  const words = new Set(libraryWords().map(({ word }) => word.toLowerCase()))
  expect(words.size).toBe(libraryWords().length)
  for (const { key, word, meaning, example } of libraryWords()) {
    expect(key).toMatch(/^[a-z0-9-]+$/)
    expect(word.trim()).not.toBe('')
    expect(meaning).toMatch(/^\P{Ll}.*[.!?]$/u)
    expect(example).toMatch(/[.!?”]$/)
  }
})

test('each day has one word, which is repeated only after all others', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 80_000 }), (day) => {
      const run = libraryWords().map((_, index) => wordOf(dateOf(day + index)).key)
      expect(new Set(run).size).toBe(libraryWords().length)
      expect(wordOf(dateOf(day)).key).toBe(run[0])
      expect(wordOf(dateOf(day + libraryWords().length)).key).toBe(run[0])
    }),
    { numRuns: 30 },
  )
})

test.each(['', '2025-13-01', 'today'])('%j is no date', (date) => {
  expect(() => wordOf(date)).toThrow('not a date')
})

const BOOKS = join(import.meta.dirname, '../ports/scripture/books')
/** Matches a book, chapter, first verse, and last verse or last chapter and verse. */
const REFERENCE =
  /^((?:[1-3] )?[A-Z][a-z]+(?: [a-z]+ [A-Z][a-z]+)?) (\d+):(\d+)(?:-(?:(\d+):)?(\d+))?$/

const questions = libraryQuestions().map((question) => [question.key, question] as const)

test('there are at least 120 questions of three subjects', () => {
  expect(libraryQuestions().length).toBeGreaterThanOrEqual(120)
  for (const subject of ['bible', 'business', 'growth']) {
    const ofSubject = libraryQuestions().filter((question) => question.subject === subject)
    expect(ofSubject.length, subject).toBeGreaterThanOrEqual(25)
  }
})

test('keys and questions are unique', () => {
  const keys = libraryQuestions().map(({ key }) => key)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  const texts = libraryQuestions().map(({ question }) => question.toLowerCase())
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test.for(questions)('%s is complete and valid', ([, question]) => {
  expect(new Set(question.options.map((option) => option.toLowerCase())).size).toBe(4)
  expect(question.question).toMatch(/\?$/)
  expect(question.explanation.length).toBeGreaterThan(40)
  // Built-in questions meet the same rules as an administrator's, and need no trimming.
  const { key: _, ...words } = question
  expect(TriviaQuestionInput.parse(words)).toEqual({ ...words, isEnabled: true })
})

describe('sources of Bible questions', () => {
  const ofBible = questions.filter(([, { subject }]) => subject === 'bible')

  test.for(ofBible)('%s names a passage that exists', async ([, { source }]) => {
    for (const reference of source.split('; ')) {
      const [, book = '', chapter, from, lastChapter, to] = REFERENCE.exec(reference) ?? []
      expect(book, `${reference} is no reference`).not.toBe('')
      const verses = await versesOf(book)
      expect(verses, reference).toContain(`${chapter}:${from}`)
      expect(verses, reference).toContain(`${lastChapter ?? chapter}:${to ?? from}`)
      if (to && !lastChapter) expect(Number(to)).toBeGreaterThan(Number(from))
    }
  })
})

describe('the right answer cannot be guessed from its form', () => {
  test('it is in each of the four places about equally often', () => {
    const places = [0, 0, 0, 0]
    for (const { options, answer } of libraryQuestions()) {
      const place = options.indexOf(answer)
      places[place] = (places[place] ?? 0) + 1
    }
    for (const count of places) {
      expect(count / libraryQuestions().length).toBeGreaterThan(0.18)
      expect(count / libraryQuestions().length).toBeLessThan(0.32)
    }
  })

  test('it is not the longest more often than by chance', () => {
    const longest = libraryQuestions().filter(({ options, answer }) =>
      options.every((option) => option === answer || option.length < answer.length),
    )
    expect(longest.length / libraryQuestions().length).toBeLessThan(0.33)
  })
})

const books = new Map<string, Set<string>>()

/** Chapters and verses of a book, such as `3:16`. */
async function versesOf(book: string): Promise<Set<string>> {
  const name = book === 'Psalm' ? 'psalms' : book.replaceAll(' ', '').toLowerCase()
  const known = books.get(name)
  if (known) return known
  const text = await readFile(join(BOOKS, `${name}.txt`), 'utf8')
  const verses = new Set(text.split('\n').map((line) => line.slice(0, line.indexOf(' '))))
  books.set(name, verses)
  return verses
}
