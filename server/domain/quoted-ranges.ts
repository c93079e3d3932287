import type { TextRange } from './html-blocks.ts'

/** Ranges of text in double quotation marks, curly or straight, without the marks. */
export function quotedRanges(text: string): TextRange[] {
  const ranges: TextRange[] = []
  let position = 0
  while (position < text.length) {
    const range = rangeAt(text, position)
    if (range) ranges.push(range)
    position = range ? range.end + 1 : position + 1
  }
  return ranges
}

function rangeAt(text: string, position: number): TextRange | undefined {
  const mark = text.charAt(position)
  const start = position + 1
  if (mark === '“') return { start, end: curlyEnd(text, start) }
  const opens = /^(?:|[\s([—–-])$/.test(text.charAt(position - 1)) && /\S/.test(text.charAt(start))
  if (mark !== '"' || !opens) return undefined
  const length = text.slice(start).search(/(?<=\S)"/)
  return { start, end: length === -1 ? text.length : start + length }
}

/**
 * Position of the closing mark, allowing for nested quotations. Marks are not always in pairs: a
 * verse may break off within speech, or end it. Then it is the next closing mark, or the last of
 * several in a row; otherwise the end of the text.
 */
function curlyEnd(text: string, start: number): number {
  let depth = 1
  let end: number | undefined
  for (const { 0: mark, index } of text.slice(start).matchAll(/[“”]/g)) {
    if (end !== undefined && mark === '“') break
    depth += mark === '“' ? 1 : -1
    if (depth <= 0) end = start + index
  }
  if (end !== undefined) return end
  const next = text.indexOf('”', start)
  return next === -1 ? text.length : next
}
