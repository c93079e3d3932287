import { expect, test } from 'vitest'
import { availabilityMessage, candidateOf } from '#web/features/accounts/availability.ts'

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
] as const)('the value to check for %s %j is %j', (input, text, candidate) => {
  expect(candidateOf(input, text)).toBe(candidate)
})

test.each([
  ['username', 'Username is already taken'],
  ['email', 'Email is already registered'],
  ['anonymousUsername', 'Community username is already taken'],
] as const)('a taken %s shows the message from the specification', (input, sentence) => {
  expect(availabilityMessage(input, 'taken')).toBe(sentence)
})

test.each(['idle', 'unknown'] as const)('no message is shown while %s', (availability) => {
  expect(availabilityMessage('username', availability)).toBe('')
})

test('no message is shown for an available email address', () => {
  expect(availabilityMessage('email', 'available')).toBe('')
})
