import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnonymousUsername } from './accounts.ts'
import { ActionContent } from './actions.ts'
import { bodyBytesFor } from './endpoint.ts'
import { StoryTitle } from './stories.ts'
import { characterCount, isWithinLength } from './text-length.ts'

test.each([
  ['', 0],
  ['Ruth', 4],
  ['🙏', 1],
  ['👍🏽', 1],
  ['❤️', 1],
  ['👩‍👩‍👧‍👦', 1],
  ['🇺🇸🇲🇽', 2],
  ['e\u0301', 1],
  ['a\r\nb', 3],
  ['道', 1],
])('%j has %i characters', (text, count) => {
  expect(characterCount(text)).toBe(count)
})

test('a title of 150 emoji is accepted, one of 151 is not', () => {
  expect(StoryTitle.safeParse('🙏'.repeat(150)).success).toBe(true)
  expect(StoryTitle.safeParse('👩‍👧'.repeat(150)).success).toBe(true)
  expect(StoryTitle.safeParse('🙏'.repeat(151)).error?.issues[0]?.message).toBe(
    'Title must be 150 characters or less',
  )
})

test('a community username of 30 emoji is accepted, one of 31 is not', () => {
  expect(AnonymousUsername.parse('🌿'.repeat(30))).toBe('🌿'.repeat(30))
  expect(AnonymousUsername.safeParse('🌿'.repeat(31)).error?.issues[0]?.message).toBe(
    'Community username must be 30 characters or less',
  )
})

test('a letter with thousands of marks is too long', () => {
  expect(ActionContent.safeParse(`a${'\u0301'.repeat(2000)}`).success).toBe(false)
  expect(AnonymousUsername.safeParse(`a${'\u0301'.repeat(500)}`).success).toBe(false)
})

test('a text is within its length if it has no more visible characters than that', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ max: 60 }),
      (text, max) => {
        const isShort = characterCount(text) <= max
        expect(isWithinLength(text, max)).toBe(isShort && text.length <= 2 * max + 1000)
      },
    ),
  )
})

test('a text within its length fits into a request', () => {
  const widest = '道'.repeat(2 * 5000 + 1000)
  // Each of its characters takes three bytes.
  expect(widest.length * 3 + 100).toBeLessThan(bodyBytesFor(5000))
})
