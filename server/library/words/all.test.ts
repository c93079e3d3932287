import fc from 'fast-check'
import { expect, test } from 'vitest'
import { libraryWords, wordOf } from './all.ts'

/** The date (`YYYY-MM-DD`) that is `day` days after January 1, 1970. */
function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

test('there are at least 120 words, all different and complete', () => {
  expect(libraryWords.length).toBeGreaterThanOrEqual(120)
  expect(new Set(libraryWords.map(({ key }) => key)).size).toBe(libraryWords.length)
  const words = new Set(libraryWords.map(({ word }) => word.toLowerCase()))
  expect(words.size).toBe(libraryWords.length)
  for (const { key, word, meaning, example } of libraryWords) {
    expect(key).toMatch(/^[a-z0-9-]+$/)
    expect(word.trim()).not.toBe('')
    expect(meaning).toMatch(/^\P{Ll}.*[.!?]$/u)
    expect(example).toMatch(/[.!?”]$/)
  }
})

test('each day has one word, which is repeated only after all others', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 80_000 }), (day) => {
      const run = libraryWords.map((_, index) => wordOf(dateOf(day + index)).key)
      expect(new Set(run).size).toBe(libraryWords.length)
      expect(wordOf(dateOf(day)).key).toBe(run[0])
      expect(wordOf(dateOf(day + libraryWords.length)).key).toBe(run[0])
    }),
    { numRuns: 30 },
  )
})

test.each(['', '2025-13-01', 'today'])('%j is no date', (date) => {
  expect(() => wordOf(date)).toThrow('not a date')
})
