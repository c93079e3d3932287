import { expect, test } from 'vitest'
import { availabilityNews, candidateOf } from '#web/features/accounts/availability.ts'

test.each([
  ['username', 'Ruth_7', 'ruth_7'],
  ['username', '', undefined],
  ['username', 'two words', undefined],
  ['email', 'ruth', undefined],
  ['email', ' Ruth@Example.org ', 'ruth@example.org'],
  ['anonymousUsername', 'Jo', undefined],
  ['anonymousUsername', ' J ', undefined],
  ['anonymousUsername', 'Joy', 'Joy'],
  ['anonymousUsername', ' Quiet   River ', 'Quiet River'],
] as const)('%s %j is asked about as %j', (input, text, candidate) => {
  expect(candidateOf(input, text)).toBe(candidate)
})

test.each([
  ['username', 'Username is already taken'],
  ['email', 'Email is already registered'],
  ['anonymousUsername', 'Community username is already taken'],
] as const)('a taken %s is named in the words of the specification', (input, sentence) => {
  expect(availabilityNews(input, 'taken')).toBe(sentence)
})

test.each(['idle', 'unknown'] as const)('nothing is said while %s', (availability) => {
  expect(availabilityNews('username', availability)).toBe('')
})

test('a free email address is not remarked on', () => {
  expect(availabilityNews('email', 'available')).toBe('')
})
