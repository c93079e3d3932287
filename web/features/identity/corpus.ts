import { identityFindings } from './check.ts'
import type { Finding } from './finding.ts'

const HARD: ReadonlySet<string> = new Set([
  'phone',
  'ssn',
  'email',
  'link',
  'handle',
  'plate',
  'address',
  'age',
  'date',
])

interface Marked {
  text: string
  /** `h` for a hard identifier, `n` for a name or a place. */
  marks: { type: 'h' | 'n'; start: number; end: number }[]
}

/** The results of the rules for one part of the corpus. */
export interface Figures {
  sentences: number
  words: number
  hard: { expected: number; found: number }
  names: { expected: number; found: number }
  /** Marks that no rule found. */
  missed: string[]
  falseMarks: string[]
}

/** The rules are tuned with two thirds of the corpus; `isHeldOut` measures the remaining third. */
export function figuresOf(corpus: string, isHeldOut: boolean): Figures {
  const sentences = readCorpus(corpus).filter((_, index) => (index % 3 === 2) === isHeldOut)
  const figures: Figures = {
    sentences: sentences.length,
    words: 0,
    hard: { expected: 0, found: 0 },
    names: { expected: 0, found: 0 },
    missed: [],
    falseMarks: [],
  }
  const options = { localNames: localNamesOf(corpus), now: new Date('2026-06-01'), known: [] }
  for (const sentence of sentences)
    count(figures, sentence, identityFindings(sentence.text, options))
  return figures
}

export function localNamesOf(corpus: string): string[] {
  return /Local names of .*?: (.*)/.exec(corpus)?.[1]?.split('; ') ?? []
}

export function readCorpus(corpus: string): Marked[] {
  return corpus
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine)
}

function readLine(line: string): Marked {
  const marks: Marked['marks'] = []
  let text = ''
  for (const part of line.split(/(\{[hn]:[^}]*\})/)) {
    const [, type, words] = /^\{([hn]):(.*)\}$/.exec(part) ?? []
    if (type && words) {
      marks.push({
        type: type === 'h' ? 'h' : 'n',
        start: text.length,
        end: text.length + words.length,
      })
    }
    text += words ?? part
  }
  return { text, marks }
}

function count(figures: Figures, { text, marks }: Marked, findings: Finding[]): void {
  figures.words += text.split(/\s+/).length
  for (const mark of marks) {
    const tally = mark.type === 'h' ? figures.hard : figures.names
    tally.expected++
    const hit = findings.some(
      (finding) => overlaps(finding, mark) && HARD.has(finding.kind) === (mark.type === 'h'),
    )
    if (hit) tally.found++
    else figures.missed.push(`${text.slice(mark.start, mark.end)} ← ${text}`)
  }
  for (const finding of findings) {
    if (marks.some((mark) => overlaps(finding, mark))) continue
    figures.falseMarks.push(`${text.slice(finding.start, finding.end)} (${finding.kind}) ← ${text}`)
  }
}

function overlaps(
  one: { start: number; end: number },
  other: { start: number; end: number },
): boolean {
  return one.start < other.end && other.start < one.end
}
