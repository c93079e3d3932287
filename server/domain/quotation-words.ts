/**
 * The words of a text alone, for comparison: small letters, one space between words, and neither
 * quotation marks nor dashes nor other punctuation.
 */
export function normaliseQuotation(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['’‘ʼ`´](?=[\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether whole words of `text` are `words`, both normalised. */
export function hasWords(text: string, words: string): boolean {
  return words !== '' && ` ${text} `.includes(` ${words} `)
}

export function countWords(text: string): number {
  const words = normaliseQuotation(text)
  return words === '' ? 0 : words.split(' ').length
}
