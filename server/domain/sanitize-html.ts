import { isReadable } from '#contract/visible.ts'
import { textBlocksOf } from './html-blocks.ts'
import { richTextOptions, sanitizeFully } from './rich-text-rules.ts'

const OPTIONS = richTextOptions({
  headings: ['h2', 'h3', 'h4'],
  renamedHeadings: { h1: 'h2', h5: 'h4', h6: 'h4' },
  linkAttributes: ['rel'],
  attributesOfLink: () => ({ rel: 'noopener noreferrer' }),
  imageAddress: /^\/api\/daily\/images\/[0-9A-Za-z][0-9A-Za-z._-]*$/,
})

/**
 * Keeps only what the rich text of daily content, products and the live page may contain:
 * paragraphs, lists, quotations, headings of levels 2 to 4, simple emphasis, links with an absolute
 * address and our own images. Styles, classes, ids and scripts are removed.
 */
export function sanitizeHtml(html: string): string {
  const sanitized = sanitizeFully(html, OPTIONS)
  return sanitized.isStable ? sanitized.html : asParagraphs(textOf(sanitized.html))
}

/** The text of rich text without markup, with a blank line between blocks; empty if unreadable. */
export function plainTextOf(html: string): string {
  const text = textOf(sanitizeHtml(html))
  return isReadable(text) ? text : ''
}

function textOf(sanitizedHtml: string): string {
  return textBlocksOf(sanitizedHtml)
    .map(({ text }) => text.replace(/ *\n */g, '\n').trim())
    .join('\n\n')
}

/** Escapes text for use in HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function asParagraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeText(part)}</p>`)
    .join('')
}
