/** About five lines in a card. */
const LONG_CHARACTERS = 220
const LONG_BLOCKS = 5

/**
 * Prepares sanitized rich text for a section with its own heading: headings become bold lines, so
 * that the page's outline stays in order.
 */
export function withoutHeadings(html: string): string {
  return html
    .replace(/<h[1-6](\s[^>]*)?>/gi, '<p><strong>')
    .replace(/<\/h[1-6]>/gi, '</strong></p>')
}

/** Whether rich text is long enough to be collapsed. */
export function isLongDescription(html: string): boolean {
  const blocks = html.match(/<(p|li|br|blockquote|hr|h[1-6])\b/gi)?.length ?? 0
  const text = html.replace(/<[^>]*>/g, '')
  return /<img\b/i.test(html) || blocks > LONG_BLOCKS || text.length > LONG_CHARACTERS
}
