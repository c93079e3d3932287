import { expect, test } from 'vitest'
import { charactersLeft } from './characters-left.ts'

test.each([
  ['a'.repeat(89), 100, undefined],
  ['a'.repeat(90), 100, '10 characters left'],
  ['a'.repeat(99), 100, '1 character left'],
  ['a'.repeat(100), 100, '0 characters left'],
  ['a'.repeat(101), 100, '1 character too many'],
  ['a'.repeat(2100), 100, '2,000 characters too many'],
  ['🙏'.repeat(89), 100, undefined],
  ['🙏'.repeat(95), 100, '5 characters left'],
  ['👩‍👧'.repeat(101), 100, '1 character too many'],
  [`a${'\u0301'.repeat(3000)}`, 100, 'Too long'],
  [`  ${'a'.repeat(100)}  `, 100, '0 characters left'],
])('%#: %s of %i', (text, max, sentence) => {
  expect(charactersLeft(text, max)?.sentence).toBe(sentence)
})

test('only a text that would be refused is over the limit', () => {
  expect(charactersLeft('a'.repeat(100), 100)?.isOver).toBe(false)
  expect(charactersLeft('a'.repeat(101), 100)?.isOver).toBe(true)
})
