import { expect, test } from 'vitest'
import { regenerateWords } from '#web/features/admin/trivia/labels.ts'

test.each([
  [0, 'Nobody has answered today yet. Everyone gets a new question.'],
  [1, '1 member has answered today. That answer stays; everyone else gets a new question.'],
  [12, '12 members have answered today. Their answers stay; everyone else gets a new question.'],
])('a regeneration after %i answers says what becomes of them', (count, expected) => {
  expect(regenerateWords(count)).toBe(expected)
})
