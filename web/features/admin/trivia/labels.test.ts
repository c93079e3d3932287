import { expect, test } from 'vitest'
import { regenerateWords, restedWords } from '#web/features/admin/trivia/labels.ts'

test.each([
  [0, 'Nobody has answered today yet. Everyone gets a new question.'],
  [1, '1 member has answered today. That answer stays; everyone else gets a new question.'],
  [12, '12 members have answered today. Their answers stay; everyone else gets a new question.'],
])('a regeneration after %i answers says what becomes of them', (count, expected) => {
  expect(regenerateWords(count)).toBe(expected)
})

test.each([
  [0, 'Every question in use was shown in the last 90 days, so they repeat. Add some.'],
  [1, 'Only 1 question in use is left that was not shown in the last 90 days. Add some.'],
  [13, 'Only 13 questions in use are left that were not shown in the last 90 days. Add some.'],
  [14, undefined],
])('with %i questions that have rested it says: %s', (count, expected) => {
  expect(restedWords(count)).toBe(expected)
})
