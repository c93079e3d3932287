const FACE = '😊'
/** A character that never has a glyph: every font shows its sign for a missing one. */
const MISSING = '\u{1FFFE}'
const FONTS = "'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif"
const SIZE = 24

/**
 * Marks the page where the device has no glyphs for emoji; `styles.css` then shows words in their
 * places. Where drawing is forbidden or altered, they count as there.
 */
export function markMissingEmoji(): void {
  const face = drawn(FACE)
  if (face !== undefined && face === drawn(MISSING)) document.documentElement.dataset.emoji = 'none'
}

/** The pixels of a character, to compare; undefined where they cannot be read. */
function drawn(character: string): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.font = `${SIZE * 0.75}px ${FONTS}`
  context.textBaseline = 'top'
  context.fillText(character, 0, 0)
  return context.getImageData(0, 0, SIZE, SIZE).data.join()
}
