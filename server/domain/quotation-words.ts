/**
 * Reduces a text to its words for comparison: lowercase, one space between words, no quotation
 * marks, dashes or other punctuation.
 */
export function normalizeQuotation(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['’‘ʼ`´](?=[\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether `text` contains `words` as whole words; both are normalized. */
export function hasWords(text: string, words: string): boolean {
  return words !== '' && ` ${text} `.includes(` ${words} `)
}

export function countWords(text: string): number {
  const words = normalizeQuotation(text)
  return words === '' ? 0 : words.split(' ').length
}
