import { expect, test } from 'vitest'
import {
  availabilityMessage,
  candidateOf,
  revealsIdentity,
} from '#web/features/accounts/pseudonym.ts'

const person = { username: 'ruth_miller', email: 'r.miller84+folx@example.org' }

test.each([
  'ruth_miller',
  'Ruth Miller',
  'RUTHMILLER',
  'Rúth-Miller',
  'The real ruth_miller!',
  'r.miller84',
  'xx rmiller84 xx',
])('%j gives the person away', (anonymousUsername) => {
  expect(revealsIdentity({ ...person, anonymousUsername })).toBe(true)
})

test.each(['Quiet River', 'Ruth', 'Miller', '', '  ', '🌿'])(
  '%j does not give the person away',
  (anonymousUsername) => {
    expect(revealsIdentity({ ...person, anonymousUsername })).toBe(false)
  },
)

test('a two-letter username counts only as the whole name', () => {
  const names = { username: 'al', email: '' }
  expect(revealsIdentity({ ...names, anonymousUsername: 'Al' })).toBe(true)
  expect(revealsIdentity({ ...names, anonymousUsername: 'Calm Soul' })).toBe(false)
})

test('no name gives the person away while username and email are empty', () => {
  const names = { username: '', email: '' }
  expect(revealsIdentity({ ...names, anonymousUsername: 'Quiet River' })).toBe(false)
})

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
