import { expect, test } from 'vitest'
import { refusalOfPassword } from './new-password.ts'

const NAMES = {
  username: 'ruth',
  email: 'r.moab+folx@example.org',
  anonymousUsername: 'Quiet River',
}
const COMMON = 'Many people use this password, so it is easy to guess. Choose a different one.'

test.each(['password', '12345678', 'iloveyou', 'Sunshine1', 'JESUSCHRIST', 'ｐａｓｓｗｏｒｄ'])(
  'the common password %s is refused in any case and form',
  async (password) => {
    expect(await refusalOfPassword(password, NAMES)).toBe(COMMON)
  },
)

test.each([
  ['ruth and naomi', 'username'],
  ['2026-RUTH-2026', 'username'],
  ['r.moab+folx at dawn', 'email address'],
  ['my R.Moab field', 'email address'],
  ['quiet river 7', 'community username'],
  ['QuietRiver!', 'community username'],
])('%s contains the %s', async (password, name) => {
  expect(await refusalOfPassword(password, NAMES)).toBe(
    `Your password can't contain your ${name}. Choose a different one.`,
  )
})

test.each(['a quiet morning walk', 'moab at noon 77', 'river, quietly'])(
  '%s is accepted',
  async (password) => {
    expect(await refusalOfPassword(password, NAMES)).toBeUndefined()
  },
)

test('names of three letters may stand in a password', async () => {
  const names = { username: 'joy', email: 'joy@example.org', anonymousUsername: 'Joy' }
  expect(await refusalOfPassword('joy in the morning', names)).toBeUndefined()
})
