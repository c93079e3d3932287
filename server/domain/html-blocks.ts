/** `start` is the position of the first character, `end` the one after the last. */
export interface TextRange {
  start: number
  end: number
}

/** A paragraph, heading or list item of sanitized HTML, or text directly inside a blockquote. */
export interface TextBlock {
  /** Runs of spaces are collapsed into one; a `<br>` is a line break. */
  text: string
  /** The same number for all blocks of one blockquote, nested ones included; null outside. */
  blockquote: number | null
  /** The text inside `em` elements. */
  emphasized: TextRange[]
}

const BLOCK_TAGS: ReadonlySet<string> = new Set('p blockquote ul ol li h2 h3 h4 hr'.split(' '))
const TOKEN = /<(?<slash>\/?)(?<tag>[a-z][a-z0-9]*)[^>]*>|(?<text>[^<]+)/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Reads the output of `sanitizeHtml`; in other HTML it may miss tags and entities. */
export function textBlocksOf(sanitizedHtml: string): TextBlock[] {
  const reader = new BlockReader()
  for (const { groups = {} } of sanitizedHtml.matchAll(TOKEN)) {
    const { slash, tag, text } = groups
    if (text !== undefined) reader.text(text)
    else if (tag && slash) reader.close(tag)
    else if (tag) reader.open(tag)
  }
  return reader.finish()
}

class BlockReader {
  readonly #blocks: TextBlock[] = []
  #text = ''
  #emphasized: TextBlock['emphasized'] = []
  #openEmphasis: number[] = []
  #blockquotes = 0
  #depth = 0

  text(escaped: string): void {
    const text = escaped.replace(/&(amp|lt|gt|quot);/g, (all, name) => ENTITIES[name] ?? all)
    this.#text += text.replace(/\s+/g, ' ')
  }

  open(tag: string): void {
    if (tag === 'br') this.#text += '\n'
    if (tag === 'em') this.#openEmphasis.push(this.#text.length)
    if (!BLOCK_TAGS.has(tag)) return
    this.#endBlock()
    if (tag !== 'blockquote') return
    if (this.#depth === 0) this.#blockquotes += 1
    this.#depth += 1
  }

  close(tag: string): void {
    if (tag === 'em') {
      const start = this.#openEmphasis.pop() ?? 0
      this.#emphasized.push({ start, end: this.#text.length })
    }
    if (!BLOCK_TAGS.has(tag)) return
    this.#endBlock()
    if (tag === 'blockquote') this.#depth = Math.max(0, this.#depth - 1)
  }

  finish(): TextBlock[] {
    this.#endBlock()
    return this.#blocks
  }

  #endBlock(): void {
    if (this.#text.trim() !== '') {
      const blockquote = this.#depth > 0 ? this.#blockquotes : null
      this.#blocks.push({ text: this.#text, blockquote, emphasized: this.#emphasized })
    }
    this.#text = ''
    this.#emphasized = []
    this.#openEmphasis = this.#openEmphasis.map(() => 0)
  }
}
