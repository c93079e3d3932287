import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasUnseen, isReadable, withoutTraceless } from './visible.ts'

/** All characters that the property in `pattern` matches. */
function charactersOf(pattern: RegExp): string[] {
  const found: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (pattern.test(character)) found.push(character)
  }
  return found
}

const IGNORABLE = charactersOf(/\p{Default_Ignorable_Code_Point}/u)
const FORMAT = charactersOf(/\p{Cf}/u)
const BLANK = [...'\u2800\u303f\ufffc\u{1d159}\u{16fe4}\u{13441}\u{13442}']
const traceless = fc.constantFrom(...IGNORABLE, ...FORMAT, ...BLANK)

test('no ignorable, format, control, private or unassigned character, space, mark or blank is readable', () => {
  const nothing = charactersOf(/[\p{Z}\p{Cc}\p{Co}\p{Cn}\p{M}]/u)
  const readable = [...IGNORABLE, ...FORMAT, ...BLANK, ...nothing].filter(isReadable)
  expect(readable).toEqual([])
})

test('every other letter, number, sign and emoji is readable', () => {
  const hidden = new Set([...IGNORABLE, ...BLANK])
  const letters = charactersOf(/[\p{L}\p{N}\p{P}\p{S}]/u).filter((each) => !hidden.has(each))
  expect(letters.length).toBeGreaterThan(140_000)
  expect(letters.filter((each) => !isReadable(each))).toEqual([])
})

test('a text is readable if and only if one of its letters is', () => {
  fc.assert(
    fc.property(fc.array(traceless), fc.array(traceless), (before, after) => {
      const [start, end] = [before.join(''), after.join('')]
      expect(isReadable(`${start} ${end}`)).toBe(false)
      expect(isReadable(`${start}道${end}`)).toBe(true)
    }),
  )
})

test('characters without a trace are taken out, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(traceless, fc.constantFrom(...'añ道 🙏.@'))), (pairs) => {
      const seen = pairs.map(([, letter]) => letter).join('')
      expect(withoutTraceless(pairs.flat().join(''))).toBe(seen)
    }),
  )
})

test('each character without a trace is found in a line, wherever it is', () => {
  const missed = [...IGNORABLE, ...FORMAT, ...BLANK].filter(
    (each) => !['An', 'a', ''].every((start) => hasUnseen(`${start}${each}na`)),
  )
  expect(missed).toEqual([])
})

test.each(['👩‍👩‍👧', '👨🏽‍🌾', '❤️', '❤️‍🔥', '1️⃣', '🇺🇸', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '✝️', 'Ruth 👩‍👧', '🏳️‍🌈'])(
  '%s has nothing unseen',
  (text) => {
    expect(hasUnseen(text)).toBe(false)
  },
)

test.each([
  ['a stray joiner', 'Ru\u200dth'],
  ['a joiner after an emoji', '👩\u200d'],
  ['a joiner between emoji that are no family', '🍞\u200d🍷'],
  ['a selector after a letter', 'A\ufe0f'],
  ['a second selector', '❤\ufe0f\ufe0f'],
  ['loose tags', '🍞\u{e0061}\u{e007f}'],
])('%s is unseen', (_name, text) => {
  expect(hasUnseen(text)).toBe(true)
})
