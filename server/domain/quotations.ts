import type { FoundReference } from '#contract/scripture-reference.ts'
import { type TextBlock, textBlocksOf } from './html-blocks.ts'
import {
  blockquoteSection,
  isWordless,
  MIN_WORDS,
  plainSection,
  type ReferenceMark,
  type Section,
  type SectionQuotation,
} from './quotation-section.ts'
import { countWords } from './quotation-words.ts'

/** Words that a text quotes, or a reference without a quotation. */
export interface FoundQuotation {
  /** The words as written, without quotation marks around them; empty for a reference alone. */
  text: string
  /** The reference given for them. */
  reference: FoundReference | null
}

/**
 * Finds the quotations of a text: words in double quotation marks, whole blockquotes, and words
 * before an attribution such as `— John 3:16`; also references without a quotation. Returned in the
 * order of the text.
 */
export function findQuotations(sanitizedHtml: string): FoundQuotation[] {
  const sections = sectionsOf(textBlocksOf(sanitizedHtml))
  for (const index of sections.keys()) tieToNeighbors(sections, index)
  for (const index of sections.keys()) tieLoneAttribution(sections, index)
  return sections.flatMap(quotationsOf)
}

function sectionsOf(blocks: TextBlock[]): Section[] {
  const groups: TextBlock[][] = []
  for (const block of blocks) {
    const group = groups.at(-1)
    const isSame = block.blockquote !== null && group?.[0]?.blockquote === block.blockquote
    if (group && isSame) group.push(block)
    else groups.push([block])
  }
  return groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [first.blockquote === null ? plainSection(first) : blockquoteSection(group)]
  })
}

/**
 * Looks for a quotation's reference at the start of the next section, then at the end of the
 * previous one.
 */
function tieToNeighbors(sections: Section[], index: number): void {
  const section = sections[index]
  if (!section) return
  const last = section.quotations.at(-1)
  const next = sections[index + 1]
  if (last && !last.mark && endsSection(section, last) && next) {
    tie(last, markAtStart(next, { alone: !section.isBlockquote }))
  }
  const first = section.quotations[0]
  const previous = sections[index - 1]
  if (first && !first.mark && startsSection(section, first) && previous) {
    tie(first, markAtEnd(previous, { alone: !section.isBlockquote }))
  }
}

function endsSection({ text, isBlockquote }: Section, { end }: SectionQuotation): boolean {
  return isBlockquote || isWordless(text.slice(end))
}

function startsSection({ text, isBlockquote }: Section, { start }: SectionQuotation): boolean {
  return isBlockquote || isWordless(text.slice(0, start))
}

function tie(quotation: SectionQuotation, mark: ReferenceMark | undefined): void {
  if (!mark || mark.isAssigned) return
  mark.isAssigned = true
  quotation.mark = mark
}

function markAtStart(section: Section, { alone }: { alone: boolean }): ReferenceMark | undefined {
  const [mark] = section.marks
  if (section.isBlockquote || !mark || (alone && !isAlone(section, mark))) return undefined
  return isWordless(section.text.slice(0, mark.start)) ? mark : undefined
}

function markAtEnd(section: Section, { alone }: { alone: boolean }): ReferenceMark | undefined {
  const mark = section.marks.at(-1)
  if (section.isBlockquote || !mark || (alone && !isAlone(section, mark))) return undefined
  const leadsOver = section.text.trimEnd().endsWith(':')
  return leadsOver || isWordless(section.text.slice(mark.end)) ? mark : undefined
}

function isAlone({ text }: Section, { start, end }: ReferenceMark): boolean {
  return isWordless(text.slice(0, start) + text.slice(end))
}

/**
 * Adds a paragraph without quotation marks as a quotation if the next block, such as `— Proverbs
 * 3:5`, attributes it.
 */
function tieLoneAttribution(sections: Section[], index: number): void {
  const previous = sections[index - 1]
  const section = sections[index]
  const mark = section && markAtStart(section, { alone: true })
  if (!previous || !section || !mark || mark.isAssigned || !/^\s*[—–-]/.test(section.text)) return
  if (previous.quotations.length > 0 || countWords(previous.text) < MIN_WORDS) return
  mark.isAssigned = true
  previous.quotations.push({ start: 0, end: previous.text.length, mark })
}

function quotationsOf({ text, quotations, marks }: Section): FoundQuotation[] {
  const quoted = quotations.map(({ start, end, mark }) => ({
    start,
    found: { text: bare(text.slice(start, end)), reference: mark?.reference ?? null },
  }))
  const alone = marks
    .filter(({ isAssigned }) => !isAssigned)
    .map(({ start, reference }) => ({ start, found: { text: '', reference } }))
  return [...quoted, ...alone].sort((a, b) => a.start - b.start).map(({ found }) => found)
}

/**
 * Removes the quotation marks, brackets and dashes around a quotation; its own punctuation stays.
 */
function bare(text: string): string {
  return text
    .replace(/^[\s"“”)\],;:.—–-]+(?!\.)/, '')
    .replace(/[\s"“”([,;:—–-]+$/, '')
    .trim()
}
