/**
 * Whether a quotation begins and ends with a sentence, so that it can stand alone. Quotation marks come
 * in pairs.
 */
export function isWholeSentence(text: string): boolean {
  const isPaired = text.split('“').length === text.split('”').length
  return isPaired && /^[“‘]?\p{Lu}.*[.!?][”’]*$/su.test(text)
}
