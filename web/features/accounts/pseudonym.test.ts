import { expect, test } from 'vitest'
import { revealsIdentity } from '#web/features/accounts/pseudonym.ts'

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
