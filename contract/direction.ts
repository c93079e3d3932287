/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

/** Whether a text is written from right to left, as its first letter says. */
export function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return RIGHT_TO_LEFT.test(first)
}

/**
 * A name or title for the middle of an English sentence, where markup is impossible, such as a
 * subject or a toast: written from right to left, it can't reorder what stands beside it (Unicode
 * Standard Annex 9, isolates). In markup, use `<bdi>`. Others stay as they are.
 */
export function isolated(words: string): string {
  return RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words
}
