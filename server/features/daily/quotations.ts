import type { Quotation } from '#contract/daily.ts'
import type { FoundReference } from '#contract/scripture-reference.ts'
import { normalizeQuotation } from '#server/domain/quotation-words.ts'
import { type FoundQuotation, findQuotations } from '#server/domain/quotations.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import type { Scripture } from '#server/ports/scripture/port.ts'

/** The longest text of referenced verses, in characters, to show beside a quotation. */
const MAX_EXPECTED = 600
/**
 * The most quotations checked in one text, far more than any daily text has. The rest count as
 * unknown.
 */
const MAX_CHECKED = 100
/** Shorter pieces of a quotation with omissions occur everywhere in the Bible. */
const MIN_PIECE_WORDS = 4
const OMISSION = /[([]?(?:…|\.\s?\.\s?\.(?:\s?\.)?)[)\]]?/

/**
 * Compares every quotation in a text with the bundled Bible. A reference without a quotation is
 * included in the result only if it does not exist.
 */
export async function checkQuotations(scripture: Scripture, html: string): Promise<Quotation[]> {
  const found = findQuotations(sanitizeHtml(html))
  const checked: Quotation[] = []
  for (const one of found.slice(0, MAX_CHECKED)) {
    const { text, reference } = one
    const quotation = reference
      ? await compare(scripture, { text, reference })
      : await search(scripture, text)
    if (quotation) checked.push(quotation)
  }
  return [...checked, ...found.slice(MAX_CHECKED).map(unchecked)]
}

function unchecked({ text, reference }: FoundQuotation): Quotation {
  return { text, reference: reference?.text ?? null, status: 'unknown', expected: null }
}

/** Whether a text with these quotations may be published without review. */
export function mayPublishUnseen(quotations: readonly Quotation[]): boolean {
  return quotations.every(({ status }) => status === 'matches')
}

async function compare(
  scripture: Scripture,
  { text, reference }: { text: string; reference: FoundReference },
): Promise<Quotation | undefined> {
  const verses = await readAll(scripture, reference)
  const isAlone = text === ''
  if (isAlone && verses !== undefined) return undefined
  const matches = verses !== undefined && hasPieces(verses, piecesOf(text))
  return {
    text,
    reference: reference.text,
    status: matches ? 'matches' : 'differs',
    expected: verses !== undefined && verses.length <= MAX_EXPECTED ? verses : null,
  }
}

async function readAll(
  scripture: Scripture,
  { passages }: FoundReference,
): Promise<string | undefined> {
  const texts: string[] = []
  for (const passage of passages) {
    const text = await scripture.read(passage)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts.join(' ')
}

/** The parts of a quotation between its omissions, normalized. */
function piecesOf(text: string): string[] {
  return text
    .split(OMISSION)
    .map(normalizeQuotation)
    .filter((piece) => piece !== '')
}

/** Whether the verses contain the pieces in this order. */
function hasPieces(verses: string, pieces: string[]): boolean {
  let rest = ` ${normalizeQuotation(verses)} `
  for (const piece of pieces) {
    const position = rest.indexOf(` ${piece} `)
    if (position === -1) return false
    rest = rest.slice(position + piece.length + 1)
  }
  return pieces.length > 0
}

async function search(scripture: Scripture, text: string): Promise<Quotation> {
  const status = (await isInBible(scripture, text)) ? 'matches' : 'unknown'
  return { text, reference: null, status, expected: null }
}

async function isInBible(scripture: Scripture, text: string): Promise<boolean> {
  const pieces = piecesOf(text)
  const [first, ...others] = pieces
  if (first === undefined) return false
  if (others.length > 0 && pieces.some((piece) => piece.split(' ').length < MIN_PIECE_WORDS)) {
    return false
  }
  for (const piece of pieces) {
    if (!(await scripture.contains(piece))) return false
  }
  return true
}
