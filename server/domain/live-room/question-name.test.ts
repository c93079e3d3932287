import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameSkeleton } from '../name-key.ts'
import { questionName } from './question-name.ts'

const first = (): number => 0

test('a name is two words', () => {
  expect(questionName(first, { questions: [], people: [] })).toBe('Amber Bell')
})

test('a name taken by another question or a person is not used, and there is always a free one', () => {
  const taken = { questions: ['amber bell'], people: ['Sparrow'] }
  expect(questionName(first, taken)).toBe('Amber Bell 20')
  expect(questionName((below) => below - 1, { questions: [], people: ['WINTER WREN'] })).toBe(
    'Winter Wren 20',
  )
})

test('no two questions of a room look alike', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 2, maxLength: 60 }), (numbers) => {
      const questions: string[] = []
      for (const number of numbers) {
        questions.push(questionName((below) => number % below, { questions, people: [] }))
      }
      expect(new Set(questions.map(nameSkeleton)).size).toBe(questions.length)
    }),
    { numRuns: 30 },
  )
})
