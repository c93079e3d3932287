import type { EditorProps } from '@tiptap/pm/view'
import { convertPastedHtml } from '#contract/pasted-html.ts'

/** How the editor reads what other programs put on the clipboard. */
export const PASTE = {
  transformPastedHTML: convertPastedHtml,
  handlePaste: (view, { clipboardData }) => {
    if (clipboardData?.getData('text/html') !== '') return false
    const html = listsOfText(clipboardData.getData('text/plain'))
    if (html === undefined) return false
    // The editor asks again, then with an empty clipboard.
    view.pasteHTML(html)
    return true
  },
} satisfies EditorProps

const ITEM = /^\s*(?:(?<bullet>[•◦▪‣·*–-])|(?<number>\d{1,3})[.)])\s+(?<words>\S.*)$/

interface List {
  tag: string
  /** The first number of a numbered list, otherwise 0. */
  start: number
  items: string[]
}

/**
 * The HTML of plain text in which two lines or more are a list, such as “• Soup” or “1. Soup” in a
 * chat; undefined without one, because a single such line may be a sentence.
 */
export function listsOfText(text: string): string | undefined {
  const parts: (string | List)[] = []
  for (const line of text.split(/[\r\n]+/)) {
    const last = parts.at(-1)
    const { bullet, number, words } = ITEM.exec(line)?.groups ?? {}
    if (!words) parts.push(line)
    else if (isNext(last, number)) last.items.push(words)
    else parts.push({ tag: bullet ? 'ul' : 'ol', start: Number(number ?? 0), items: [words] })
  }
  if (!parts.some((part) => typeof part !== 'string' && part.items.length > 1)) return undefined
  return parts.map((part) => (typeof part === 'string' ? paragraph(part) : list(part))).join('')
}

function isNext(last: string | List | undefined, number: string | undefined): last is List {
  if (last === undefined || typeof last === 'string') return false
  if (number === undefined) return last.tag === 'ul'
  return last.tag === 'ol' && Number(number) === last.start + last.items.length
}

function paragraph(line: string): string {
  return line.trim() === '' ? '' : `<p>${escaped(line)}</p>`
}

function list({ tag, start, items }: List): string {
  const attribute = start > 1 ? ` start="${start}"` : ''
  return `<${tag}${attribute}>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</${tag}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
