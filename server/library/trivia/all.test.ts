import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TRIVIA_LIMITS, TriviaQuestionInput } from '#contract/trivia.ts'
import { triviaQuestions } from './all.ts'

const BOOKS = join(import.meta.dirname, '../../ports/scripture/books')
/** Matches a book, chapter, first verse, and last verse or last chapter and verse. */
const REFERENCE =
  /^((?:[1-3] )?[A-Z][a-z]+(?: [a-z]+ [A-Z][a-z]+)?) (\d+):(\d+)(?:-(?:(\d+):)?(\d+))?$/

const questions = triviaQuestions.map((question) => [question.key, question] as const)

test('there are at least 120 questions of three subjects', () => {
  expect(triviaQuestions.length).toBeGreaterThanOrEqual(120)
  for (const subject of ['bible', 'business', 'growth']) {
    const ofSubject = triviaQuestions.filter((question) => question.subject === subject)
    expect(ofSubject.length, subject).toBeGreaterThanOrEqual(25)
  }
})

test('keys and questions are unique', () => {
  const keys = triviaQuestions.map(({ key }) => key)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  const texts = triviaQuestions.map(({ question }) => question.toLowerCase())
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test.for(questions)('%s is complete and valid', ([key, question]) => {
  expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(new Set(question.options.map((option) => option.toLowerCase())).size).toBe(4)
  expect(question.options).toContain(question.answer)
  expect(question.question).toMatch(/\?$/)
  expect(question.explanation.length).toBeGreaterThan(40)
  // Built-in questions meet the same rules as an administrator's, and need no trimming.
  const { key: _, ...words } = question
  expect(TriviaQuestionInput.parse(words)).toEqual({ ...words, isEnabled: true })
  expect(question.source.length).toBeLessThanOrEqual(TRIVIA_LIMITS.source)
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
    for (const { options, answer } of triviaQuestions) {
      const place = options.indexOf(answer)
      places[place] = (places[place] ?? 0) + 1
    }
    for (const count of places) {
      expect(count / triviaQuestions.length).toBeGreaterThan(0.18)
      expect(count / triviaQuestions.length).toBeLessThan(0.32)
    }
  })

  test('it is not the longest more often than by chance', () => {
    const longest = triviaQuestions.filter(({ options, answer }) =>
      options.every((option) => option === answer || option.length < answer.length),
    )
    expect(longest.length / triviaQuestions.length).toBeLessThan(0.33)
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
