/**
 * Word lists are paragraphs with a drawn mark, Google Docs and Apple Notes put a nested list between
 * the items instead of inside one, and tables and styles have no place in our texts. This makes real
 * lists, paragraphs and emphasis of them. The result still has to be sanitized.
 *
 * A table becomes one paragraph for each row, with a dash between its cells: our texts have no
 * tables, because a wide one is unreadable on a phone. A row with several lines or a list in a cell
 * becomes a paragraph or list for each cell.
 *
 * It works on text, not on a DOM, because the server has none, and takes time that grows with the
 * length alone. Both the editor and the server use it, so that both read a text alike.
 */
export function convertPastedHtml(html: string): string {
  const converter = new Converter()
  for (const token of tokensOf(html)) converter.read(token)
  return converter.finish()
}

/** The class of the line break that Safari and Chrome put after what they copy. */
const CLIPBOARD_END = 'Apple-interchange-newline'
const BETWEEN_CELLS = ' – '

interface Token {
  kind: 'open' | 'close' | 'text' | 'raw'
  /** Lower case; empty for text. */
  name: string
  source: string
  /** The text that follows, as far as the mark of a Word list item reaches. */
  rest: string
}

/** Elements whose content is not markup. */
const RAW = new Set('script style textarea title xmp iframe noembed noframes'.split(' '))
const LONGEST_MARK = 600
const WORD_LEVELS = 9

const MARKUP = /<(?=[a-z/!?])/gi

function* tokensOf(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const start = indexOf(html, MARKUP, at)
    if (start > at) yield plain('text', html.slice(at, start))
    at = tagEnd(html, start)
    const source = html.slice(start, at)
    const [, slash, word] = /^<(\/?)([a-z][^\s/>]*)/i.exec(source) ?? []
    // Anything else is a comment or a condition of Word's, such as `<![if !supportLists]>`.
    const name = word?.toLowerCase()
    if (!name) continue
    if (slash || !RAW.has(name)) {
      const rest = html.slice(at, at + LONGEST_MARK)
      yield { kind: slash ? 'close' : 'open', name, source, rest }
      continue
    }
    at = indexOf(html, new RegExp(`</${name}`, 'gi'), at)
    yield plain('raw', html.slice(start, at))
  }
}

/** Where a global pattern matches next; the length if it never does. */
function indexOf(html: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

function plain(kind: 'text' | 'raw', source: string): Token {
  return { kind, name: '', source, rest: '' }
}

/** The position after the tag or comment at `start`; the length if it never ends. */
function tagEnd(html: string, start: number): number {
  const ending = html.startsWith('<!--', start) ? '-->' : '>'
  if (ending === '-->' || /^[!?]/.test(html.slice(start + 1, start + 2))) {
    const index = html.indexOf(ending, start + 2)
    return index === -1 ? html.length : index + ending.length
  }
  let quote = ''
  let isValue = false
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html[at] ?? ''
    if (quote) {
      if (character === quote) quote = ''
    } else if (isValue && (character === '"' || character === "'")) quote = character
    else if (character === '>') return at + 1
    if (character.trim() !== '') isValue = character === '=' && !quote
  }
  return html.length
}

const TABLE_PARTS = new Set('table thead tbody tfoot tr td th colgroup col caption'.split(' '))
/** The elements that begin a new line. */
const BLOCKS = new Set([
  ...'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr br section article dl dt dd'.split(' '),
  ...TABLE_PARTS,
])
/** The elements that make a cell more than a line. */
const STRUCTURES = new Set(['ul', 'ol', 'blockquote', 'table'])

interface List {
  /** Empty for a list that only another program's nesting made, and whose items join the outer list. */
  tag: string
  isInItem: boolean
  /** Whether it began after the end of an item that it belongs to. */
  isLate: boolean
}

/** A list made of Word's paragraphs. Its last item is open. */
interface WordList {
  tag: string
  level: number
  /** Word's number of the list. */
  key: string
  /** The number of its last item, if it has a plain one. */
  number: number | undefined
}

interface Cell {
  /** Where its first token stands in the output. */
  start: number
  end: number
  lines: number
  isStructured: boolean
}

interface Row {
  start: number
  cells: Cell[]
  isCellOpen: boolean
}

class Converter {
  readonly #out: string[] = []
  readonly #lists: List[] = []
  readonly #wordLists: WordList[] = []
  /** One for each open table; undefined between rows. */
  readonly #tables: (Row | undefined)[] = []
  /** The closing tags of each open `span`, `b` and `strong`. */
  readonly #ends = new Map<string, string[]>([
    ['span', []],
    ['b', []],
    ['strong', []],
  ])
  /** The `</li>` that waits for a nested list which belongs before it. */
  #isItemEndDue = false
  #isInWordItem = false
  /** Open spans around and in the drawn mark of a Word list item; 0 outside. */
  #markDepth = 0
  /** Whether the next words begin a line. */
  #isFreshLine = true

  read(token: Token): void {
    const { kind, name, source } = token
    if (this.#isInMark(token)) return
    if (kind === 'text') this.#text(source)
    else if (kind === 'raw') this.#emit(source)
    else if (!this.#endsWordItem(token)) this.#tag(token)
    if (BLOCKS.has(name)) this.#isFreshLine = true
  }

  finish(): string {
    while (this.#tables.length > 0) this.#closeTable()
    this.#settle()
    return this.#out.join('')
  }

  get #cell(): Cell | undefined {
    const row = this.#tables.at(-1)
    return row?.isCellOpen ? row.cells.at(-1) : undefined
  }

  #tag(token: Token): void {
    const { kind, name, source } = token
    const cell = this.#cell
    const ends = this.#ends.get(name)
    if (cell && STRUCTURES.has(name)) cell.isStructured = true
    if (name === 'img') this.#countLine()
    if (TABLE_PARTS.has(name)) this.#tablePart(token)
    else if (name === 'ul' || name === 'ol') this.#list(token)
    else if (name === 'li') this.#item(token)
    else if (ends) this.#styled(token, ends)
    else if (name === 'br' && source.includes(CLIPBOARD_END)) return
    else if (!(kind === 'open' && this.#isWordItem(token))) this.#emit(source)
  }

  #text(source: string): void {
    const isBlank = isBlankText(source)
    if (isBlank && (this.#isItemEndDue || (this.#wordLists.length > 0 && !this.#isInWordItem)))
      return
    if (!isBlank) this.#countLine()
    this.#emit(source)
  }

  #countLine(): void {
    const cell = this.#cell
    if (this.#isFreshLine && cell) cell.lines += 1
    this.#isFreshLine = false
  }

  #emit(source: string): void {
    this.#settle()
    this.#out.push(source)
  }

  /** Ends the items and lists that can't continue. */
  #settle(): void {
    if (this.#isItemEndDue) this.#out.push('</li>')
    this.#isItemEndDue = false
    if (this.#isInWordItem) return
    while (this.#wordLists.length > 0) this.#closeWordList()
  }

  #list(token: Token): void {
    if (token.kind === 'open') this.#openList(token)
    else this.#closeList(token)
  }

  #openList({ name, source }: Token): void {
    const outer = this.#lists.at(-1)
    if (this.#isItemEndDue) {
      this.#isItemEndDue = false
      this.#lists.push({ tag: name, isInItem: false, isLate: true })
      this.#out.push(source)
    } else if (outer && !outer.isInItem) {
      this.#lists.push({ tag: '', isInItem: false, isLate: false })
    } else {
      this.#emit(source)
      this.#lists.push({ tag: name, isInItem: false, isLate: false })
    }
  }

  #closeList({ source }: Token): void {
    const list = this.#lists.pop()
    if (list?.tag === '') return
    this.#emit(list ? `</${list.tag}>` : source)
    if (list?.isLate) this.#isItemEndDue = true
  }

  #item({ kind, source }: Token): void {
    const list = this.#lists.at(-1)
    if (kind === 'open') this.#emit(source)
    else if (!list) this.#emit(source)
    else if (list.isInItem) {
      this.#settle()
      this.#isItemEndDue = true
    }
    if (list) list.isInItem = kind === 'open'
  }

  /** Google Docs wraps everything in a `b` of normal weight, and writes emphasis as a style. */
  #styled({ kind, name, source }: Token, ends: string[]): void {
    const isNormal = name !== 'span' && hasStyle(source, 'font-weight', 'normal|400')
    if (kind === 'close' || isNormal) {
      this.#emit(isNormal ? '' : (ends.pop() ?? source))
      if (isNormal) ends.push('')
      return
    }
    const isBold = hasStyle(source, 'font-weight', 'bold|[6-9]00')
    const isItalic = hasStyle(source, 'font-style', 'italic')
    ends.push(`${isItalic ? '</em>' : ''}${isBold ? '</strong>' : ''}</${name}>`)
    this.#emit(`${source}${isBold ? '<strong>' : ''}${isItalic ? '<em>' : ''}`)
  }

  /** Whether a paragraph is an item of a Word list, such as `<p style='mso-list:l0 level2 lfo1'>`. */
  #isWordItem({ name, source, rest }: Token): boolean {
    if (name !== 'p' && name !== 'div') return false
    const [, key = '', depth] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(source) ?? []
    if (!depth) return false
    const level = Math.min(Number(depth), WORD_LEVELS)
    const mark = markOf(rest)
    if (this.#isItemEndDue) this.#settle()
    while ((this.#wordLists.at(-1)?.level ?? 0) > level) this.#closeWordList()
    const last = this.#wordLists.at(-1)
    if (last?.level === level && continues(last, { key, ...mark })) {
      last.number = mark.number
      this.#out.push('</li><li>')
    } else {
      if (last?.level === level) this.#closeWordList()
      const isLaterNumber = mark.tag === 'ol' && mark.number !== undefined && mark.number !== 1
      this.#out.push(isLaterNumber ? `<ol start="${mark.number}"><li>` : `<${mark.tag}><li>`)
      this.#wordLists.push({ key, level, ...mark })
    }
    if (this.#cell) this.#cell.isStructured = true
    this.#isInWordItem = true
    return true
  }

  /** Any block ends an open item; its own end tag says nothing else. */
  #endsWordItem({ kind, name }: Token): boolean {
    if (!this.#isInWordItem || !BLOCKS.has(name) || name === 'br') return false
    this.#isInWordItem = false
    return kind === 'close' && (name === 'p' || name === 'div')
  }

  #closeWordList(): void {
    this.#out.push(`</li></${this.#wordLists.pop()?.tag}>`)
  }

  /** The mark is drawn again by the list. It ends with its span, or at the latest with its paragraph. */
  #isInMark({ kind, name, source }: Token): boolean {
    const isMark =
      this.#isInWordItem && kind === 'open' && name === 'span' && /mso-list:\s*Ignore/i.test(source)
    if (this.#markDepth === 0 && !isMark) return false
    if (BLOCKS.has(name)) {
      this.#markDepth = 0
      return false
    }
    if (name === 'span') this.#markDepth += kind === 'open' ? 1 : -1
    return true
  }

  #tablePart({ kind, name }: Token): void {
    this.#settle()
    if (name === 'table' && kind === 'open') this.#openTable()
    else if (name === 'table') this.#closeTable()
    else if (name === 'caption') this.#out.push(kind === 'open' ? '<div>' : '</div>')
    else if (name === 'td' || name === 'th') {
      this.#closeCell()
      if (kind === 'open') this.#openCell()
    } else if (name === 'tr') {
      this.#closeRow()
    }
  }

  #openTable(): void {
    if (this.#cell) this.#cell.isStructured = true
    this.#tables.push(undefined)
  }

  #closeTable(): void {
    this.#closeRow()
    this.#tables.pop()
  }

  #openCell(): void {
    const start = this.#out.length
    const row = this.#tables.pop() ?? { start, cells: [], isCellOpen: false }
    this.#tables.push(row)
    row.isCellOpen = true
    row.cells.push({ start, end: start, lines: 0, isStructured: false })
    this.#out.push('<div>')
  }

  #closeCell(): void {
    const row = this.#tables.at(-1)
    const cell = row?.cells.at(-1)
    if (!row?.isCellOpen || !cell) return
    this.#settle()
    this.#out.push('</div>')
    cell.end = this.#out.length
    row.isCellOpen = false
  }

  #closeRow(): void {
    this.#closeCell()
    const row = this.#tables.pop()
    this.#tables.push(undefined)
    const cells = row?.cells.filter(({ lines, isStructured }) => lines > 0 || isStructured) ?? []
    if (!row || cells.length < 2 || cells.some((one) => one.lines > 1 || one.isStructured)) return
    const texts = cells.map(({ start, end }) =>
      this.#out.slice(start, end).filter(isInline).join('').trim(),
    )
    this.#out.length = row.start
    this.#out.push(`<p>${texts.join(BETWEEN_CELLS)}</p>`)
  }
}

function isInline(token: string): boolean {
  const [, name = ''] = /^<\/?([a-z][^\s/>]*)/i.exec(token) ?? []
  return !BLOCKS.has(name.toLowerCase())
}

function isBlankText(source: string): boolean {
  return source.replace(/&nbsp;|&#160;|&#xa0;/gi, ' ').trim() === ''
}

function hasStyle(tag: string, property: string, values: string): boolean {
  return new RegExp(`[\\s;"'=]${property}\\s*:\\s*(?:${values})\\b`, 'i').test(tag)
}

interface Mark {
  tag: 'ul' | 'ol'
  number: number | undefined
}

/** Reads what Word draws before an item: '·', 'o', '1.', 'b)', '1.2.' or '(iv)'. */
function markOf(rest: string): Mark {
  const [, drawn = ''] = /mso-list:\s*Ignore[^>]*>(.*?)(?:<!|<\/p|$)/is.exec(rest) ?? []
  const text = drawn
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .trim()
  const [word = ''] = text.split(/\s/, 1)
  if (!/^\(?(?:\p{N}|\p{L}{1,6}[.)])/u.test(word)) return { tag: 'ul', number: undefined }
  const [, digits] = /^\(?(\d{1,4})[.)]*$/.exec(word) ?? []
  return { tag: 'ol', number: digits ? Number(digits) : undefined }
}

function continues(list: WordList, { tag, key, number }: Mark & { key: string }): boolean {
  if (list.tag !== tag) return false
  if (tag === 'ul') return true
  if (number === undefined || list.number === undefined) return list.key === key
  return number === list.number + 1
}
