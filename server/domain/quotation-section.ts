import { type FoundReference, findReferences } from '#contract/scripture-reference.ts'
import type { TextBlock, TextRange } from './html-blocks.ts'
import { countWords } from './quotation-words.ts'

/** A reference, including any brackets and translation name around it. */
export interface ReferenceMark extends TextRange {
  reference: FoundReference
  /** Whether it is assigned to a quotation. */
  isAssigned: boolean
}

export interface SectionQuotation extends TextRange {
  mark: ReferenceMark | null
}

/** A block of text, or a whole blockquote, with its quotations. */
export interface Section {
  text: string
  isBlockquote: boolean
  marks: ReferenceMark[]
  quotations: SectionQuotation[]
}

/**
 * Fewest words in quotation marks that count as a quotation without a reference directly beside
 * them.
 */
export const MIN_WORDS = 4
const MIN_WORDS_BESIDE_REFERENCE = 2

const TRANSLATION =
  '(?:the\\s)?(?:World English Bible|WEB|NIV|ESV|KJV|NKJV|NLT|NASB|CSB|HCSB|NRSV|NRSVUE|RSV|ASV|AMP|MSG|GNT|CEV|NET|TLB|NIRV|YLT)\\b'
const AFTER_REFERENCE = new RegExp(`^[)\\]]?[\\s,]*[([]?\\s*${TRANSLATION}[)\\]]?|^[)\\]]`)

/** Whether the text is only punctuation and spaces. */
export function isWordless(text: string): boolean {
  return /^[\s\p{P}]*$/u.test(text)
}

export function blockquoteSection(blocks: TextBlock[]): Section {
  const text = blocks.map((block) => block.text).join('\n')
  const marks = findMarks(text)
  const quotations = splitAtMarks(text, { start: 0, end: text.length }, marks)
  return { text, isBlockquote: true, marks, quotations }
}

export function plainSection({ text, emphasized }: TextBlock): Section {
  const marks = findMarks(text)
  const ranges = quotedRanges(text)
  const inside = ranges.flatMap((range) => {
    const inner = marks.filter(({ start, end }) => start >= range.start && end <= range.end)
    return inner.length > 0 ? splitAtMarks(text, range, inner) : []
  })
  const free = ranges.filter((range) => !inside.some((one) => overlaps(one, range)))
  const section: Section = {
    text,
    isBlockquote: false,
    marks,
    quotations: [...inside, ...tieMarks(text, free, marks)],
  }
  section.quotations.push(...emphasizedQuotations(section, emphasized))
  section.quotations.push(...attributedWords(section))
  section.quotations.sort((a, b) => a.start - b.start)
  return section
}

function overlaps(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && a.end > b.start
}

function findMarks(text: string): ReferenceMark[] {
  return findReferences(text).map((reference) => {
    const after = AFTER_REFERENCE.exec(text.slice(reference.end))?.[0].length ?? 0
    const before =
      /[([]\s?$/.exec(text.slice(Math.max(0, reference.start - 2), reference.start))?.[0].length ??
      0
    const { start, end } = reference
    return { reference, start: start - before, end: end + after, isAssigned: false }
  })
}

/**
 * Splits quoted text that contains references. Each reference belongs to the words before it, or
 * after it if the text starts with one.
 */
function splitAtMarks(text: string, range: TextRange, marks: ReferenceMark[]): SectionQuotation[] {
  const leads = marks[0] && isWordless(text.slice(range.start, marks[0].start))
  const starts = [range.start, ...marks.map(({ end }) => end)]
  const ends = [...marks.map(({ start }) => start), range.end]
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? range.end
    const mark = marks[leads ? index - 1 : index] ?? null
    const words = countWords(text.slice(start, end))
    const isLeftOver = !mark && marks.length > 0 && words < MIN_WORDS
    return words === 0 || isLeftOver ? [] : [take({ start, end, mark })]
  })
}

function take(quotation: SectionQuotation): SectionQuotation {
  if (quotation.mark) quotation.mark.isAssigned = true
  return quotation
}

/** Assigns each quotation its nearest reference; no reference is used twice. */
function tieMarks(text: string, ranges: TextRange[], marks: ReferenceMark[]): SectionQuotation[] {
  const outside = marks.filter(
    (mark) => !mark.isAssigned && !ranges.some((range) => overlaps(range, mark)),
  )
  const pairs = ranges
    .flatMap((range) =>
      nearest(outside, range).map((mark) => ({
        range,
        mark,
        rank: rankOf({ text, range, mark, ranges }),
      })),
    )
    .filter(({ range, rank }) => countWords(text.slice(range.start, range.end)) >= leastWords(rank))
    .sort((a, b) => a.rank - b.rank)
  const tied = new Map<TextRange, ReferenceMark>()
  for (const { range, mark } of pairs) {
    if (tied.has(range) || mark.isAssigned) continue
    mark.isAssigned = true
    tied.set(range, mark)
  }
  return ranges.flatMap((range) => {
    const mark = tied.get(range) ?? null
    const words = countWords(text.slice(range.start, range.end))
    return mark || words >= MIN_WORDS ? [{ ...range, mark }] : []
  })
}

/**
 * Only a few before and after, so that a long block full of quotations is read in reasonable time.
 */
function nearest(marks: ReferenceMark[], range: TextRange): ReferenceMark[] {
  const before = marks.filter(({ end }) => end <= range.start).slice(-NEIGHBORS)
  return [...before, ...marks.filter(({ start }) => start >= range.end).slice(0, NEIGHBORS)]
}

const NEIGHBORS = 3

/** Larger than any distance in characters, so that ranks sort by kind first. */
const KIND = 1_000_000

function leastWords(rank: number): number {
  return rank < 2 * KIND ? MIN_WORDS_BESIDE_REFERENCE : MIN_WORDS
}

/**
 * Ranks a reference by its distance from a quotation: directly after it, directly before it, after
 * or before it in the same sentence, elsewhere in the same block.
 */
function rankOf(input: {
  text: string
  range: TextRange
  mark: ReferenceMark
  ranges: TextRange[]
}): number {
  const { text, range, mark, ranges } = input
  const isAfter = mark.start >= range.end
  const [from, to] = isAfter ? [range.end, mark.start] : [mark.end, range.start]
  const gap = text.slice(from, to)
  const isCut =
    /[.!?…]["”’)]*\s/.test(gap) || ranges.some((other) => overlaps(other, { start: from, end: to }))
  const kind = isWordless(gap) ? 0 : isCut ? 4 : 2
  return (kind + (isAfter || kind === 4 ? 0 : 1)) * KIND + gap.length
}

/** Words in italics that a dash, a bracket or a line break connects to a reference. */
function emphasizedQuotations(
  { text, marks, quotations }: Section,
  emphasized: TextRange[],
): SectionQuotation[] {
  return emphasized.flatMap((range) => {
    const { start, end } = range
    const isQuoted = quotations.some((one) => overlaps(one, range))
    if (isQuoted || countWords(text.slice(start, end)) < MIN_WORDS) return []
    const mark = marks.find(
      (one) =>
        !one.isAssigned && one.start >= end && isAttribution(text.slice(end, one.reference.start)),
    )
    return mark ? [take({ start, end, mark })] : []
  })
}

function isAttribution(gap: string): boolean {
  return isWordless(gap) && /[\n([—–-]/.test(gap)
}

/** Words before an attribution at the end of a block, such as `… and never alone. — John 14:18`. */
function attributedWords({ text, marks, quotations }: Section): SectionQuotation[] {
  const mark = marks.at(-1)
  if (!mark || mark.isAssigned || !isWordless(text.slice(mark.end))) return []
  const start = Math.max(
    0,
    ...quotations.map(({ end }) => end),
    ...marks.slice(0, -1).map(({ end }) => end),
  )
  const before = text.slice(start, mark.reference.start)
  const dash = /(?:\n|\s[—–-]|[—–])\s*[([]?\s*$/.exec(before)
  if (!dash || countWords(before) < MIN_WORDS) return []
  return [take({ start, end: start + dash.index, mark })]
}

/** Ranges of text in double quotation marks, curly or straight, without the marks. */
function quotedRanges(text: string): TextRange[] {
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
