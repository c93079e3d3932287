/** The scripts in everyday use (Unicode Standard Annex 31, tables 5 and 7), by their ISO codes. */
const SCRIPTS = (
  'Latn Adlm Arab Armn Bali Bamu Batk Beng Bopo Cakm Cans Cham Cher Cyrl Deva Ethi Geor Grek Gujr ' +
  'Guru Hang Hani Hebr Hira Java Kali Kana Khmr Knda Lana Laoo Lepc Limb Lisu Mand Mlym Mong Mtei ' +
  'Mymr Newa Nkoo Olck Orya Osge Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng ' +
  'Thaa Thai Tibt Vaii Wcho Yiii'
).split(' ')

/** Mixtures that languages write every day: Japanese, Korean and Chinese, with Latin. */
const MIXTURES = ['Latn Hani Hira Kana', 'Latn Hani Hang', 'Latn Hani Bopo']

/** Script extensions: a punctuation mark counts for each script that uses it. */
const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => `\\p{scx=${script}}`).join('')

/** Scripts that one text may mix; Zyyy and Zinh are signs and marks that all scripts share. */
const ALPHABETS = [
  ...[...SCRIPTS, ...MIXTURES].map((each) => classOf([...each.split(' '), 'Zyyy', 'Zinh'])),
  // Rare scripts count as one.
  `^${classOf(SCRIPTS)}`,
]

/** Compiled when needed: all of them take 60 ms, and Latin comes first. */
const patterns = new Map<string, RegExp>()

function isOf(alphabet: string, text: string): boolean {
  const pattern = patterns.get(alphabet) ?? new RegExp(`^[${alphabet}]*$`, 'v')
  patterns.set(alphabet, pattern)
  return pattern.test(text)
}

/**
 * Whether all letters belong to one alphabet or to a usual mixture (Unicode Technical Standard 39,
 * section 5.2, “highly restrictive”).
 */
export function isSingleAlphabet(text: string): boolean {
  return ALPHABETS.some((alphabet) => isOf(alphabet, text))
}
