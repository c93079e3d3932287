const FACE = '😊'
/** A character without a glyph in any font, so the placeholder for missing glyphs is drawn. */
const MISSING = '\u{1FFFE}'
const FONTS = "'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif"
const SIZE = 24

/**
 * Marks the page if the device has no glyphs for emoji; `styles.css` then shows words instead. If
 * the browser blocks or alters canvas reads, emoji count as supported.
 */
export function markMissingEmoji(): void {
  const face = drawn(FACE)
  if (face !== undefined && face === drawn(MISSING)) document.documentElement.dataset.emoji = 'none'
}

/** The pixels of a character, for comparison; undefined if there is no canvas context. */
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
