import { type Passage, parseReference } from '#contract/scripture-reference.ts'

/** Words that people write around a reference, or instead of its usual form; replaced in this order. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\s+/g, ' '],
  // “John 3:16”, — John 3:16
  [/^[\s\p{P}]+/u, ''],
  // John 3:16 (NIV), John 3:16 [King James Version]
  [/[\s,–—-]*[([]\p{L}[\p{L}\d .-]*[)\]]?$/u, ''],
  // John 3:16 NIV, John 3:16, ESV
  [/(?<=[\d.])[\s,–—-]+[A-Z]{2,7}\d*$/, ''],
  [/[\s\p{P}]+$/u, ''],
  [/^(?:cf\.?|see also|see|read|compare) /i, ''],
  // the Gospel of John, Second Letter to the Corinthians
  [/\b(?:gospel|book|letter|epistle)s? (?:of|to|according to) (?:the )?(?:prophet |st\.? )?/i, ''],
  [/^the /i, ''],
  [/^(\d+)(?:st|nd|rd|th) psalm$/i, 'Psalm $1'],
  // chapter 3 of John, verse 16 of John 3
  [/^((?:chapters?|chap|ch|verses?|vv?)\b.*?) of (.+)$/i, '$2 $1'],
  // 1. Corinthians, i corinthians; only capitals are numbers in running text.
  [/^([123])[.-] ?(?=\p{L})/u, '$1 '],
  [/^i(?:\. ?| )(?=\p{L})/iu, 'I '],
  [/^ii(?:\. ?| )(?=\p{L})/iu, 'II '],
  [/^iii(?:\. ?| )(?=\p{L})/iu, 'III '],
  [/ ?& ?/g, ' & '],
  // John 3:16-end
  [/ ?(?:[-–—]|\bto(?: the)?) ?end$| and following(?: verses)?$/i, 'ff'],
  // John 3 16
  [/(\p{L}\.? ?\d{1,3}) (\d{1,3})(?=$|[-–,;])/u, '$1:$2'],
]

/** Older books write chapters this way: `John iii. 16`, `Psalm XXIII`. */
const ROMAN_CHAPTER =
  /(?<=\p{L}\.? )(?=[ivxlc])(c?(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))(?:[.:] ?(?=\d)|(?=$|[ ,;–-]))/iu
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/**
 * The passages of a reference that somebody typed or copied: `cf. John 3 : 16 (NIV)`, `the 23rd
 * Psalm`. Nothing else is in the text, so more forms are clear than in running text. Empty for a
 * text that says anything else.
 */
export function parseTypedReference(typed: string): Passage[] {
  const text = REPLACEMENTS.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    // Also turns full-width characters into ordinary ones.
    typed.normalize('NFKC'),
  )
  const passages = parseReference(text)
  return passages.length > 0 ? passages : parseReference(withArabicChapter(text))
}

function withArabicChapter(text: string): string {
  return text.replace(ROMAN_CHAPTER, (written, numeral: string) => {
    const colon = /[.:]/.test(written) ? ':' : ''
    return `${romanValue(numeral)}${colon}`
  })
}

function romanValue(numeral: string): number {
  const digits = [...numeral.toLowerCase()].map((letter) => ROMAN_DIGITS[letter] ?? 0)
  return digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    0,
  )
}
