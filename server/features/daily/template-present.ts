import { AI_RESPONSE_PLACE, type DailyType } from '#contract/daily.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

const TAG = /<\/?[a-z][^>]*>/i
const EMPTY_PARAGRAPH = /<p(?:\s[^>]*)?>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi

/** A text as published, sanitized: a message is put in its template, a reflection is not. */
export function frameText(text: { type: DailyType; html: string }, template: string): string {
  return sanitizeHtml(text.type === 'message' ? fillTemplate(template, text.html) : text.html)
}

/**
 * Inserts a text, which has its own paragraphs, into the template of the Daily Message. A template
 * without tags is plain text. The result is not sanitized.
 */
export function fillTemplate(template: string, html: string): string {
  const isHtml = TAG.test(template)
  const at = template.indexOf(AI_RESPONSE_PLACE)
  if (at < 0) return html
  const before = template.slice(0, at)
  const after = template.slice(at + AI_RESPONSE_PLACE.length)
  if (!isHtml) return [paragraphs(before), html, paragraphs(after)].join('')
  // Paragraphs cannot be nested, so one around the placeholder is closed before it and reopened
  // after.
  const [end, start] = isInParagraph(before) ? ['</p>', '<p>'] : ['', '']
  const head = `${before}${end}`.replace(EMPTY_PARAGRAPH, '')
  const tail = `${start}${after}`.replace(EMPTY_PARAGRAPH, '')
  return `${head}${html}${tail}`
}

function isInParagraph(html: string): boolean {
  const opened = [...html.matchAll(/<p(?:\s[^>]*)?>/gi)].at(-1)?.index ?? -1
  return opened > html.toLowerCase().lastIndexOf('</p>')
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`)
    .join('')
}
