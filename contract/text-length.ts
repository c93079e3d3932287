/** Made when a long text is counted: it takes longer than most of what a page starts with. */
let segmenter: Intl.Segmenter | undefined

/** How many characters a person sees: an emoji, or a letter with its marks, counts as one. */
export function characterCount(text: string): number {
  if (!segmenter && 'Segmenter' in Intl) segmenter = new Intl.Segmenter('en')
  let count = 0
  for (const _ of segmenter?.segment(text) ?? text) count++
  return count
}

/**
 * Whether a text has at most `max` characters. A character may take many places, but not without
 * bound: on average two, which is what `bodyBytesFor` leaves room for, and some more in a short text.
 */
export function isWithinLength(text: string, max: number): boolean {
  // A character takes at least one place, so most texts need no counting.
  if (text.length <= max) return true
  return text.length <= 2 * max + 1000 && characterCount(text) <= max
}
