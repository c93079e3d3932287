/**
 * Glyphs that are blank by design. Unicode has no property for them: braille blank, half fill
 * space, object replacement, null notehead, and blanks of Khitan and Egyptian.
 */
const BLANK_GLYPHS = String.raw`\u2800\u303f\ufffc\u{1d159}\u{16fe4}\u{13441}\u{13442}`
/** Characters that leave no trace on the screen: joiners, direction marks, fillers, selectors. */
const TRACELESS = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}${BLANK_GLYPHS}`

const TRACELESS_CHARACTERS = new RegExp(`[${TRACELESS}]`, 'gv')
/**
 * A lone surrogate counts as something, so that it is refused (`STORABLE`) rather than dropped. A
 * mark without a letter, an unassigned and a private character are nothing to read.
 */
const SOMETHING_TO_READ = new RegExp(
  `[^${TRACELESS}\\p{White_Space}\\p{Cc}\\p{Cn}\\p{Co}\\p{M}]`,
  'v',
)
const UNSEEN_CHARACTERS = new RegExp(`[${TRACELESS}\\p{C}\\p{Zl}\\p{Zp}]`, 'v')

/** Whether a person sees anything to read in a text. */
export function isReadable(text: string): boolean {
  return SOMETHING_TO_READ.test(text)
}

/** The text without characters that leave no trace on the screen. White space stays. */
export function withoutTraceless(text: string): string {
  return text.replace(TRACELESS_CHARACTERS, '')
}

/**
 * Whether a single line has a character that can’t be seen. The emoji that Unicode lists are seen
 * as a whole, with the joiners and selectors inside them.
 */
export function hasUnseen(line: string): boolean {
  // Most lines need no search for emoji, which takes 30 ms the first time.
  return UNSEEN_CHARACTERS.test(line) && UNSEEN_CHARACTERS.test(line.replace(/\p{RGI_Emoji}/gv, ''))
}
