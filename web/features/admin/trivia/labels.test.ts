import { expect, test } from 'vitest'
import { regenerateWords, restedWords } from '#web/features/admin/trivia/labels.ts'

test.each([
  [0, 'Nobody has answered today yet. Everyone gets a new question.'],
  [1, '1 member has answered today. That answer is kept; everyone else gets a new question.'],
  [
    12,
    '12 members have answered today. Their answers are kept; everyone else gets a new question.',
  ],
])('regenerating after %i answers says what happens to them', (count, expected) => {
  expect(regenerateWords(count)).toBe(expected)
})

test.each([
  [0, 'Every active question was shown in the last 90 days, so they repeat. Add more.'],
  [1, 'Only 1 active question is left that was not shown in the last 90 days. Add more.'],
  [13, 'Only 13 active questions are left that were not shown in the last 90 days. Add more.'],
  [14, undefined],
])('with %i questions left to show, the warning is: %s', (count, expected) => {
  expect(restedWords(count)).toBe(expected)
})
