import { plainTextOf } from '#server/domain/sanitize-html.ts'

const BLOCK_TAG = /<(p|blockquote|h[1-6]|ul|ol|div)\b/i

/**
 * Turns a model's answer into HTML that is not yet sanitized: strips code fences and reasoning, and
 * wraps plain text in paragraphs. Undefined when no text is left.
 */
export function htmlOfAnswer(answer: string): string | undefined {
  const text = withoutFence(answer.replace(/^\s*<think>[\s\S]*?<\/think>/i, ''))
  const html = BLOCK_TAG.test(text) ? text : paragraphsOf(text)
  return plainTextOf(html) === '' ? undefined : html
}

/** Some models wrap their answer in a Markdown code block. */
function withoutFence(text: string): string {
  const trimmed = text.trim()
  const fenced = /^```[a-z]*\s*\n([\s\S]*?)\n?\s*```$/i.exec(trimmed)
  return fenced?.[1]?.trim() ?? trimmed
}

function paragraphsOf(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      paragraph.startsWith('>')
        ? `<blockquote><p>${inline(paragraph.replace(/^>\s?/gm, ''))}</p></blockquote>`
        : `<p>${inline(paragraph)}</p>`,
    )
    .join('')
}

/** Converts Markdown emphasis, which models use without being asked, and line breaks. */
function inline(text: string): string {
  return text
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '<em>$1</em>')
    .replaceAll('\n', '<br>')
}
