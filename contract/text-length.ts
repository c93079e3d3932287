/** Created only to count a long text: creating it takes longer than most of a page's start. */
let segmenter: Intl.Segmenter | undefined

/** How many characters a person sees: an emoji, or a letter with its marks, counts as one. */
export function characterCount(text: string): number {
  if (!segmenter && 'Segmenter' in Intl) segmenter = new Intl.Segmenter('en')
  let count = 0
  for (const _ of segmenter?.segment(text) ?? text) count++
  return count
}

/**
 * Whether a text has at most `max` characters. A character may take several code units, but no more
 * than two on average, for which `bodyBytesFor` leaves room, and some more in a short text.
 */
export function isWithinLength(text: string, max: number): boolean {
  // A character takes at least one code unit, so most texts need no counting.
  if (text.length <= max) return true
  return text.length <= 2 * max + 1000 && characterCount(text) <= max
}
